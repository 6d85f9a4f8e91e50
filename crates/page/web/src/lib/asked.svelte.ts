/** An answer that is asked for again whenever what it depends on changes; late answers of older questions are dropped. */

import type { Finding } from './api';
import { ask, isAbort } from './ask';
import { NotInLesson } from './lesson';
import { readable } from './session.svelte';

export class Asked<T> {
  value = $state.raw<T | null>(null);
  findings = $state.raw<Finding[]>([]);
  missing = $state(false);
  waiting = $state(false);
  #stop: AbortController | null = null;

  async ask(route: string, body: object): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.waiting = true;
    try {
      const value = await ask<T>(route, body, stop.signal);
      if (this.#stop !== stop) return;
      this.value = value;
      this.findings = [];
      this.missing = false;
    } catch (error) {
      if (isAbort(error) || this.#stop !== stop) return;
      this.value = null;
      this.missing = error instanceof NotInLesson;
      this.findings = readable(error);
    }
    this.waiting = false;
  }

  stop(): void {
    this.#stop?.abort();
  }
}
