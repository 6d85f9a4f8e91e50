import { expect, test } from 'vitest';
import { way } from '../../src/lib/arrows';

const box = (x: number, y: number) => ({ x, y, w: 40, h: 20 });

test('arrows run along the edge of cells that lie in line, and straight between others', () => {
  expect(way(box(0, 0), box(0, 100))).toBe('M31 11L31 105');
  expect(way(box(0, 100), box(0, 0))).toBe('M31 109L31 15');
  expect(way(box(0, 0), box(100, 0))).toBe('M31 11L105 11');
  expect(way(box(100, 0), box(0, 0))).toBe('M109 11L35 11');
  expect(way(box(0, 0), box(100, 100))).toBe('M30 20L110 100');
});
