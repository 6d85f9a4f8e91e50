/** The game on the table: its rules, the solved positions of the line of play, and what the reader looks at. */

import { untrack } from 'svelte';
import type { Checked, Finding, Game, Json, Lang, Move, Position, Solving, Way, Where } from './api';
import { ask, isAbort, Refusal, solving } from './ask';
import { lesson } from './carried';
import { NotInLesson } from './lesson';
import type { Spot } from './hash';
import { draftOf } from './draft';
import { here, go } from './spot.svelte';
import { joined } from './words.svelte';

type Done = Extract<Solving, { event: 'done' }>['data'];
type Progress = Extract<Solving, { event: 'progress' }>['data'];

export type Status = 'idle' | 'solving' | 'ready' | 'failed' | 'cancelled';

/** Positions asked for lately; a step back or a hover then costs nothing. */
const KEPT = 400;

class Session {
  status = $state<Status>('idle');
  progress = $state.raw<Progress | null>(null);
  findings = $state.raw<Finding[]>([]);
  solved = $state.raw<Done | null>(null);
  /** What the answer was before the rules were changed in the editor. */
  before = $state('');
  positions = $state.raw<Position[]>([]);
  /** The moves that led through `positions`. */
  moves = $state.raw<string[]>([]);
  /** Why the line of the address cannot be followed. */
  lineFindings = $state.raw<Finding[]>([]);

  rules = $state('');
  /** Parameters to begin with. */
  first = $state.raw<{ [name: string]: Json }>({});
  title = $state('');
  draft = $state('');
  checked = $state.raw<Checked | null>(null);

  hidden = $state(lesson?.hidden ?? false);
  flipped = $state(false);
  pointed = $state.raw<Move | null>(null);
  preview = $state.raw<Position | null>(null);
  /** The rules whose game is on the table. */
  shown = $state('');
  /** For a polite live region. */
  said = $state('');

  position = $derived<Position | null>(this.positions[Math.min(here.spot.ply, this.positions.length - 1)] ?? null);
  /** The move that led here. */
  came = $derived<Move | null>(this.#came());
  scored = $derived(this.positions.some((position) => position.worth?.number != null));

  /** The rules that the editor sent last, and what was found in them. */
  sent: string | null = null;
  told: { rules: string; lang: Lang; checked: Checked } | null = null;

  #solves = $state(0);
  #open = '';
  /** The last answer, and the rules of one's own that it was about. */
  #answered = '';
  #of: string | null = null;
  #loaded = '';
  #loading = Promise.resolve();
  #base: string | null = null;
  #stop: AbortController | null = null;
  #kept = new Map<string, Position>();
  #lang: Lang = 'en';

  /** Makes what is shown agree with the address. */
  async sync(spot: Spot, lang: Lang): Promise<void> {
    if (spot.game === null && spot.rules === null) return this.#close();
    this.#lang = lang;
    const named = JSON.stringify([spot.game, spot.rules, lang]);
    if (named !== this.#loaded) this.#loading = this.#load(spot, lang, named);
    // A game of the gallery with its parameters is solved while its rules are still being read; others as soon as these are known.
    if (spot.rules !== null || spot.params === null) await this.#loading;
    // Whoever went on meanwhile is not taken back.
    if (named !== this.#loaded || spot !== here.spot) return;
    const open = JSON.stringify([named, this.params(spot)]);
    if (open !== this.#open) await this.solve(spot);
    else if (this.status === 'ready') await this.#follow(spot);
  }

  where(): Where {
    const spot = here.spot;
    const place: Where = { lang: this.#lang, params: this.params(spot) };
    if (spot.rules !== null) place.rules = spot.rules;
    else if (spot.game !== null) place.game = spot.game;
    return place;
  }

  /** The game that is solved, for what explains it; null while there is none. Steps along the line of play do not count as a change. */
  explained(): Where | null {
    void this.#solves;
    return this.status === 'ready' ? untrack(() => this.where()) : null;
  }

  params(spot: Spot = here.spot): { [name: string]: Json } {
    // Of a saved solution there are no others than its own, whatever the address says.
    if (this.checked !== null && this.checked.locked !== '') return this.checked.first;
    return spot.params ?? this.first;
  }

  async solve(spot: Spot = here.spot): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#open = JSON.stringify([this.#loaded, this.params(spot)]);
    this.status = 'solving';
    this.progress = null;
    this.findings = [];
    this.pointed = null;
    this.preview = null;
    try {
      for await (const event of solving(this.where(), stop.signal)) {
        if (stop.signal.aborted) return;
        if (event.event === 'progress') this.progress = event.data;
        else if (event.event === 'failed') this.#fail(event.data.findings);
        else await this.#done(event.data, spot, stop.signal);
      }
    } catch (error) {
      if (this.#stop !== stop) return;
      if (isAbort(error)) this.status = 'cancelled';
      else this.#fail(readable(error));
    }
  }

  cancel(): void {
    this.#stop?.abort();
    this.status = 'cancelled';
  }

  /** A position by what `at` says, from memory where it is known. */
  async look(at: string, gained: Move['gained'] = null): Promise<Position> {
    const key = this.#key(at, gained);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const position = await ask<Position>('at', { ...this.where(), at, ...(gained === null ? {} : { gained }) });
    this.#keep(key, position);
    return position;
  }

  async play(move: Move): Promise<void> {
    const ply = here.spot.ply;
    const line = [...this.moves.slice(0, ply), move.move];
    const again = this.moves[ply] === move.move;
    const next = await this.look(move.next, move.gained).catch((error: unknown) => this.#lost(error));
    if (next === null) return;
    if (!again) {
      this.positions = [...this.positions.slice(0, ply + 1), next];
      this.moves = line;
    }
    this.pointed = null;
    this.preview = null;
    this.said = joined('sentences', this.hidden ? move.move : move.spoken, next.over ?? next.turn);
    await go(again ? { ply: ply + 1 } : { line, ply: ply + 1 });
  }

  async playBest(): Promise<void> {
    const moves = this.position?.moves ?? [];
    const best = moves.find((move) => move.star) ?? moves.find((move) => move.best);
    if (best !== undefined) await this.play(best);
  }

  step(to: number): void {
    const ply = Math.max(0, Math.min(to, this.moves.length));
    this.preview = null;
    this.pointed = null;
    if (ply === here.spot.ply) return;
    void go({ ply }, 'replace');
    const position = this.positions[ply];
    this.said = position === undefined ? '' : (position.over ?? position.turn);
  }

  undo(by = 1): void {
    const ply = Math.max(0, here.spot.ply - by);
    if (ply === here.spot.ply) return;
    this.moves = this.moves.slice(0, ply);
    this.positions = this.positions.slice(0, ply + 1);
    void go({ line: this.moves, ply });
    this.said = this.positions[ply]?.turn ?? '';
  }

  /** Begins a new line of play from some position. */
  async jump(at: string): Promise<void> {
    const found = this.#met(at);
    if (found >= 0) return this.step(found);
    await go({ at, line: [], ply: 0 });
  }

  /** Goes to a position that play comes to: along the line where that can be, so that it is known who moves there and what was gained. */
  async reach(at: string): Promise<void> {
    const found = this.#met(at);
    if (found >= 0) return this.step(found);
    const began = here.spot.at;
    const line = this.moves.slice(0, here.spot.ply);
    const way = await ask<Way>('way', { ...this.where(), line, to: at, ...(began === null ? {} : { at: began }) }).catch(() => null);
    if (way === null || way.line === null) return this.jump(at);
    await go({ line: way.line, ply: way.line.length });
  }

  /** Where the line of play meets a position, also one that is told without whose turn it is. */
  #met(at: string): number {
    return this.positions.findIndex((position) => position.at === at || position.at.startsWith(`${at} (`));
  }

  async restart(): Promise<void> {
    await go({ at: null, line: [], ply: 0 });
  }

  /** The move that was made in the position `ply` of the line. */
  made(ply: number): Move | null {
    return this.positions[ply]?.moves.find((move) => move.move === this.moves[ply]) ?? null;
  }

  #came(): Move | null {
    const ply = Math.min(here.spot.ply, this.positions.length - 1);
    return ply > 0 ? this.made(ply - 1) : null;
  }

  #close(): void {
    this.#stop?.abort();
    this.#open = '';
    this.#loaded = '';
    this.status = 'idle';
    this.positions = [];
    this.moves = [];
    this.checked = null;
    this.solved = null;
    this.lineFindings = [];
  }

  async #load(spot: Spot, lang: Lang, named: string): Promise<void> {
    const other = JSON.stringify([spot.game, spot.rules]) !== JSON.stringify(JSON.parse(this.#loaded || '[]').slice(0, 2));
    this.#stop?.abort();
    this.#loaded = named;
    // Rules that come back later, after another game, are no more those that the editor just sent.
    if (spot.rules !== this.sent) this.sent = null;
    this.findings = [];
    // While rules are being written the board stays; another game clears the table.
    if (other && spot.rules === null) {
      this.#answered = '';
      this.positions = [];
      this.moves = [];
      this.solved = null;
      this.checked = null;
    }
    this.status = 'solving';
    this.progress = null;
    void this.#check(spot, lang, named);
    try {
      const game = lesson?.game ?? await ask<Game>('game', this.#named(spot, lang));
      if (this.#loaded !== named) return;
      this.rules = game.rules;
      this.first = game.first;
      this.title = game.title;
      // Rules just sent from the editor: whoever typed on meanwhile keeps what they typed.
      if (other && (spot.rules === null || spot.rules !== this.sent)) this.draft = draftOf(game.rules) ?? game.rules;
    } catch (error) {
      if (this.#loaded !== named) return;
      this.#loaded = `${named} failed`;
      if (spot.rules !== null) this.rules = spot.rules;
      if (spot.rules !== null && spot.rules !== this.sent) this.draft = spot.rules;
      this.#fail(readable(error));
    }
  }

  /** What is found in the rules comes beside the answer: their examples may take longer. */
  async #check(spot: Spot, lang: Lang, named: string): Promise<void> {
    const known = this.told?.rules === spot.rules && this.told?.lang === lang ? this.told.checked : null;
    // Why rules cannot be read is told where they are loaded.
    const checked = known ?? await ask<Checked>('check', this.#named(spot, lang)).catch(() => null);
    if (checked !== null && (this.#loaded === named || this.#loaded === `${named} failed`)) this.checked = checked;
  }

  #named(spot: Spot, lang: Lang): Where {
    return spot.rules !== null ? { rules: spot.rules, lang } : { game: spot.game ?? '', lang };
  }

  async #done(done: Done, spot: Spot, signal: AbortSignal): Promise<void> {
    // A line in the address is walked before anything is shown: a board that is not meant could be played on.
    const meant = here.spot;
    let walked: Position[] | null = null;
    let lost: Finding[] = [];
    if (meant.at !== null || meant.line.length > 0) {
      try {
        walked = await this.#walked(meant);
      } catch (error) {
        lost = readable(error);
      }
      if (signal.aborted) return;
    }
    const edited = spot.rules !== null && spot.rules === this.sent && this.#answered !== '' && this.#of !== spot.rules;
    const told = [done.position.headline, done.positions].join(' · ');
    this.before = edited && this.#answered !== told ? this.#answered : '';
    [this.#answered, this.#of] = [told, spot.rules];
    this.solved = done;
    this.shown = this.rules;
    this.#solves += 1;
    this.#base = null;
    this.positions = [done.position];
    this.moves = [];
    this.lineFindings = lost;
    if (walked !== null) this.#take(walked, meant);
    this.status = 'ready';
    this.said = joined('sentences', done.position.turn, ...(this.hidden ? [] : [done.position.headline]));
    if (here.spot !== meant) await this.#follow(here.spot);
  }

  /** Walks the line of the address, from the last position that is already there. */
  async #follow(spot: Spot): Promise<void> {
    this.lineFindings = [];
    const same = spot.at === this.#base && spot.line.every((move, ply) => this.moves[ply] === move) && spot.line.length === this.moves.length;
    if (same) return;
    const open = this.#open;
    try {
      const positions = await this.#walked(spot);
      if (this.#open !== open || here.spot.line.join() !== spot.line.join()) return;
      this.#take(positions, spot);
    } catch (error) {
      if (this.#open === open) this.lineFindings = readable(error);
    }
  }

  /** The positions of the line of play that the address tells. */
  #walked(spot: Spot): Promise<Position[]> {
    return spot.at === null ? this.#line(spot.line) : this.#walk(spot.at, spot.line);
  }

  #take(positions: Position[], spot: Spot): void {
    this.#base = spot.at;
    this.positions = positions;
    this.moves = [...spot.line];
    positions.forEach((position, ply) => this.#keep(this.#key(position.at, this.made(ply - 1)?.gained ?? null), position));
  }

  async #line(line: string[]): Promise<Position[]> {
    return (await ask<{ positions: Position[] }>('line', { ...this.where(), line })).positions;
  }

  /** A line that does not begin at the start is walked move by move. */
  async #walk(at: string, line: string[]): Promise<Position[]> {
    const positions = [await this.look(at)];
    for (const text of line) {
      const move = positions.at(-1)?.moves.find((move) => move.move === text);
      if (move === undefined) throw new Error(text);
      positions.push(await this.look(move.next, move.gained));
    }
    return positions;
  }

  #fail(findings: Finding[]): void {
    this.status = 'failed';
    this.findings = findings;
  }

  #lost(error: unknown): null {
    if (!isAbort(error)) this.lineFindings = readable(error);
    return null;
  }

  #key(at: string, gained: Move['gained']): string {
    return `${this.#open} ${at} ${gained?.join() ?? ''}`;
  }

  #keep(key: string, position: Position): void {
    this.#kept.delete(key);
    this.#kept.set(key, position);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT && !oldest.done) this.#kept.delete(oldest.value);
  }
}

/** What to show for an error, whoever raised it. */
export function readable(error: unknown): Finding[] {
  if (error instanceof Refusal) return error.refused.findings;
  if (error instanceof NotInLesson) return [];
  const message = error instanceof Error ? error.message : String(error);
  return [{ code: '', message, severity: 'error', labels: [], notes: [], help: [] }];
}

export const session = new Session();
