/** Games of one's own: rules that somebody wrote on this page, remembered by the browser with what an address says beside them. */

import type { Spot } from './hash';
import { recall, store } from './theme.svelte';

export interface OwnGame extends Pick<Spot, 'rules' | 'params' | 'lang'> {
  rules: string;
  /** The title that the rules had when they could last be read. */
  title: string;
  /** When the rules were last changed, in milliseconds since 1970. */
  changed: number;
}

const KEY = 'games';

class OwnGames {
  /** The one that was changed last comes first. */
  list = $state.raw<OwnGame[]>(read());
  /** Why the last change could not be remembered. */
  trouble = $state<'' | 'storeFull' | 'storeForbidden'>('');

  /** Remembers a game in place of the one whose rules it was changed from, where there is one. */
  put(from: string, game: OwnGame): void {
    this.#write([game, ...read().filter((one) => one.rules !== from && one.rules !== game.rules)]);
  }

  /** Puts a game back where it was. */
  insert(at: number, game: OwnGame): void {
    this.#write(read().filter((one) => one.rules !== game.rules).toSpliced(at, 0, game));
  }

  remove(rules: string): void {
    this.#write(read().filter((one) => one.rules !== rules));
  }

  /** Another title, parameters or language for a game that is remembered already. */
  amend(rules: string, change: Partial<OwnGame>): void {
    const game = this.of(rules);
    if (game === null || JSON.stringify({ ...game, ...change }) === JSON.stringify(game)) return;
    this.#write(read().map((one) => (one.rules === rules ? { ...one, ...change } : one)));
  }

  of(rules: string): OwnGame | null {
    return this.list.find((one) => one.rules === rules) ?? null;
  }

  /** Another tab may have changed them. */
  refresh(): void {
    this.list = read();
  }

  #write(games: OwnGame[]): void {
    try {
      store(KEY, JSON.stringify(games));
      this.trouble = '';
    } catch (error) {
      this.trouble = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'storeFull' : 'storeForbidden';
    }
    this.refresh();
  }
}

function read(): OwnGame[] {
  try {
    return JSON.parse(recall(KEY) ?? '[]') as OwnGame[];
  } catch {
    return [];
  }
}

export const own = new OwnGames();
