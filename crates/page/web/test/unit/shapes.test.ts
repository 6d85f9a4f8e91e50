import { expect, test } from 'vitest';
import { inLines, numbers } from '../../src/lib/shapes';

const row = (count: number) => Array.from({ length: count }, (_, n) => ({ x: n * 1.15, y: 0, w: 1, h: 1 }));

test('a row that fits stays a row', () => {
  expect(inLines(row(5), 5.6, 1, 6).places).toEqual(row(5));
  expect(inLines(row(16), 18.25, 1, Infinity).height).toBe(1);
});

test('a longer row goes on in lines of as many cells', () => {
  const laid = inLines(row(10), 11.35, 1, 6);
  expect(laid.places.map((place) => place.y > 0)).toEqual([false, false, false, false, false, true, true, true, true, true]);
  expect(laid.places[5]?.x).toBe(0);
  expect([laid.width.toFixed(2), laid.height > 2]).toEqual(['5.60', true]);
});

test('places are numbered as moves name them', () => {
  expect(numbers('row 0, column 2', 'grid')).toEqual(['0', '2']);
  expect(numbers('第 1 行第 0 列', 'grid')).toEqual(['1', '0']);
  expect(numbers('node 4', 'graph')).toEqual(['4']);
  expect(numbers('number 0', 'row')).toEqual(['0']);
  expect(numbers('bottom', 'heaps')).toEqual(['bottom']);
});
