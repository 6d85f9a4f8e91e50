import { expect, test } from 'vitest';
import { way } from '../../src/lib/arrows';

const box = (x: number, y: number) => ({ x, y, w: 40, h: 20 });

test('arrows run along the edge of cells that lie in line, and straight between others', () => {
  expect(way(box(0, 0), box(0, 100))).toBe('M31 20L31 100');
  expect(way(box(0, 100), box(0, 0))).toBe('M31 100L31 20');
  expect(way(box(0, 0), box(100, 0))).toBe('M40 11L100 11');
  expect(way(box(100, 0), box(0, 0))).toBe('M100 11L40 11');
  expect(way(box(0, 0), box(100, 100))).toBe('M30 20L110 100');
});
