/** The language of the page, and its labels in it. */

import type { Lang, Mark } from './api';
import { lesson } from './carried';
import { label, mark, together, type Between, type LabelKey } from './labels';
import { here } from './spot.svelte';

const preferred: Lang = typeof navigator !== 'undefined' && /^zh\b/i.test(navigator.language) ? 'zh' : 'en';

export const lang = (): Lang => lesson?.lang ?? here.spot.lang ?? preferred;
export const t = (key: LabelKey, values?: { [name: string]: string | number }): string => label(lang(), key, values);
/** The mark itself, where what follows is no text. */
export const after = (between: Between): string => mark(lang(), between);
/** Parts said in one piece, with the marks of the language between. */
export const joined = (between: Between, ...parts: (string | null | undefined)[]): string => together(lang(), between, parts);
export const MARKS = { win: '▲', draw: '■', loss: '▼' } as const;

/** What a mark means: in games of points nobody wins or loses, but leads or trails. */
export const meant = (mark: Mark, scored: boolean): string =>
  t(scored ? ({ win: 'leading', draw: 'even', loss: 'trailing' } as const)[mark] : mark);
