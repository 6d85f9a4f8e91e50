import { expect, test } from 'vitest';
import type { At, Move } from '../../src/lib/api';
import { drop, inOrder, meantBy, press } from '../../src/lib/choose';

const move = (name: string, from: At | null, to: At | null): Move => ({
  move: name, next: name, gain: [0, 0], worth: null, bar: null, best: false, fastest: false, touches: [], from, to, spoken: name, slip: null, star: false, gained: null, slower: null,
});
const put = [move('put(0)', [0, 0], [0, 0]), move('put(1)', null, [0, 1])];
const step = [move('a-b', [0, 0], [0, 1]), move('a-c', [0, 0], [0, 2]), move('d-c', [0, 3], [0, 2]), move('a-c=Q', [0, 0], [0, 2])];

test('one click plays a move of one place', () => {
  expect(press(put, null, [0, 0])).toMatchObject({ kind: 'play', move: { move: 'put(0)' } });
  expect(press(put, null, [0, 1])).toMatchObject({ kind: 'play', move: { move: 'put(1)' } });
  expect(press(put, null, [0, 7])).toEqual({ kind: 'nothing' });
});

test('two clicks play a move from one place to another', () => {
  expect(press(step, null, [0, 0])).toEqual({ kind: 'picked', at: [0, 0] });
  expect(press(step, [0, 0], [0, 1])).toMatchObject({ kind: 'play', move: { move: 'a-b' } });
});

test('a second click on the start puts it down; on another start it takes that', () => {
  expect(press(step, [0, 0], [0, 0])).toEqual({ kind: 'dropped' });
  expect(press(step, [0, 0], [0, 3])).toEqual({ kind: 'picked', at: [0, 3] });
  expect(press(step, [0, 0], [0, 9])).toEqual({ kind: 'dropped' });
});

test('where several moves are meant the reader is asked', () => {
  expect(press(step, [0, 0], [0, 2])).toMatchObject({ kind: 'ask', moves: [{ move: 'a-c' }, { move: 'a-c=Q' }] });
});

test('a target that one move reaches needs no start', () => {
  expect(press(step, null, [0, 1])).toMatchObject({ kind: 'play', move: { move: 'a-b' } });
});

test('a drag is a move or nothing', () => {
  expect(drop(step, [0, 3], [0, 2])).toMatchObject({ kind: 'play', move: { move: 'd-c' } });
  expect(drop(step, [0, 3], [0, 1])).toEqual({ kind: 'nothing' });
  expect(drop(put, [0, 0], [0, 1])).toEqual({ kind: 'nothing' });
});

test('once a start is picked, only its targets are meant', () => {
  expect(meantBy(step, [0, 3], [0, 1])).toEqual([]);
  expect(meantBy(step, [0, 3], [0, 2]).map((one) => one.move)).toEqual(['d-c']);
});

test('moves in the order of their texts', () => {
  expect(inOrder([move('take(10)', null, null), move('take(2)', null, null)]).map((one) => one.move)).toEqual(['take(2)', 'take(10)']);
});
