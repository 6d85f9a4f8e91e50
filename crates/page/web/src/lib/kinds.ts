/** Kinds of random positions. */
import type { RandomAsked } from './api';
import type { LabelKey } from './labels';

/** What is asked for. */
export type Wanted = Pick<RandomAsked, 'wanted' | 'worth'>;
export const KINDS = [
  { kind: 'any', label: 'any', asks: { wanted: 'any' } },
  { kind: 'win', label: 'anyWin', asks: { wanted: 'win' } },
  { kind: 'draw', label: 'anyDraw', asks: { wanted: 'draw' } },
  { kind: 'loss', label: 'anyLoss', asks: { wanted: 'loss' } },
  { kind: 'one-best', label: 'oneBest', asks: { wanted: 'one-best' } },
  { kind: 'only-move', label: 'onlyMove', asks: { wanted: 'only-move' } },
  { kind: 'only-draw', label: 'onlyDraw', asks: { wanted: 'only-move', worth: 'draw' } },
] as const satisfies readonly { kind: string; label: LabelKey; asks: Wanted }[];
export type Kind = (typeof KINDS)[number]['kind'];

export const wanted = (kind: Kind): Wanted => KINDS.find((one) => one.kind === kind)?.asks ?? { wanted: 'any' };
