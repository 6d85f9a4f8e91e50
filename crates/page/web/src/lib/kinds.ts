/** Kinds of random positions. */
import type { RandomAsked } from './api';
import type { LabelKey } from './labels';

export type Kind = RandomAsked['wanted'];
export const KINDS: readonly { kind: Kind; label: LabelKey }[] = [
  { kind: 'any', label: 'any' },
  { kind: 'win', label: 'anyWin' },
  { kind: 'draw', label: 'anyDraw' },
  { kind: 'loss', label: 'anyLoss' },
  { kind: 'one-best', label: 'oneBest' },
  { kind: 'only-move', label: 'onlyMove' },
];
