/** Which move a click, a drag or a key press on the board means. Knows places and moves, and no game. */

import type { At, Move } from './api';

export type Choice =
  | { kind: 'play'; move: Move }
  /** Several moves are meant: the reader says which. */
  | { kind: 'ask'; moves: Move[] }
  | { kind: 'picked'; at: At }
  | { kind: 'dropped' }
  | { kind: 'nothing' };

export const same = (a: At | null, b: At | null): boolean => a !== null && b !== null && a[0] === b[0] && a[1] === b[1];

/** One click is the whole move. */
const single = (move: Move): boolean => move.to === null || move.from === null || same(move.from, move.to);
const begins = (move: Move, place: At): boolean => same(move.from ?? move.to, place);
const ends = (move: Move, place: At): boolean => same(move.to ?? move.from, place);

export function press(moves: readonly Move[], picked: At | null, place: At): Choice {
  if (picked !== null) {
    const meant = moves.filter((move) => begins(move, picked) && ends(move, place));
    if (meant.length > 0) return settle(meant);
    if (same(picked, place)) return { kind: 'dropped' };
  }
  const first = moves.filter((move) => begins(move, place));
  if (first.some((move) => !single(move))) return { kind: 'picked', at: place };
  if (first.length > 0) return settle(first);
  // A target that only one move reaches needs no first click.
  const last = moves.filter((move) => ends(move, place));
  if (last.length > 0) return settle(last);
  return picked === null ? { kind: 'nothing' } : { kind: 'dropped' };
}

export function drop(moves: readonly Move[], from: At, to: At): Choice {
  const meant = moves.filter((move) => begins(move, from) && ends(move, to));
  return meant.length > 0 ? settle(meant) : { kind: 'nothing' };
}

function settle(meant: Move[]): Choice {
  const [only] = meant;
  return only !== undefined && meant.length === 1 ? { kind: 'play', move: only } : { kind: 'ask', moves: meant };
}

/** The moves that a place stands for now: those that end there once a start is picked, else those that begin there. */
export function meantBy(moves: readonly Move[], picked: At | null, place: At): Move[] {
  if (picked !== null) {
    const ending = moves.filter((move) => begins(move, picked) && ends(move, place));
    if (ending.length > 0 || same(picked, place)) return ending;
  }
  const first = moves.filter((move) => begins(move, place));
  return first.length > 0 ? first : picked === null ? moves.filter((move) => ends(move, place)) : [];
}

/** The move whose value a place shows: the best of those it stands for. Moves come best first. */
export const shownBy = (moves: readonly Move[], picked: At | null, place: At): Move | undefined => meantBy(moves, picked, place)[0];

/** Moves by their text, which says nothing of their value. */
export const inOrder = (moves: readonly Move[]): Move[] => [...moves].sort((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }));
