import { expect, test } from 'vitest';
import type { Branch } from '../../src/lib/api';
import { grafted } from '../../src/lib/graft';

const branch = (move: string | null, at: string, next: number[], left_out = 0): Branch => ({
  step: move === null ? null : { move, by: 'A', gain: '', best: false }, at, position: at, drawing: [], mover: 'A',
  worth: { mark: 'draw', text: '', number: null, plies: null }, over: false, again: null, on_line: false, next, left_out,
});

test('moves that were left out come below their branch, known ones stay, and what is opened elsewhere is pointed to', () => {
  const tree = [branch(null, 'start', [1], 2), branch('a', 'after a', [])];
  const more = [branch(null, 'start', [1, 2, 3]), branch('a', 'after a', [], 1), branch('b', 'after b', [], 1), branch('c', 'after a', [])];
  const grown = grafted(tree, 0, more);
  expect(grown[0]?.next).toEqual([1, 2, 3]);
  expect(grown[0]?.left_out).toBe(0);
  expect(grown[1]).toBe(tree[1]);
  expect([grown[2]?.step?.move, grown[2]?.again, grown[2]?.left_out]).toEqual(['b', null, 1]);
  expect([grown[3]?.step?.move, grown[3]?.again]).toEqual(['c', 1]);
});
