import { expect, test } from 'vitest';
import { neighbour } from '../../src/lib/neighbour';

interface Box { x: number; y: number; w: number; h: number }
const cell = (x: number, y: number): Box => ({ x, y, w: 1, h: 1 });
const grid = (rows: number, columns: number): Box[] => Array.from({ length: rows * columns }, (_, n) => cell(n % columns, Math.floor(n / columns)));
const circle = (nodes: number): Box[] => Array.from({ length: nodes }, (_, n) => cell(4 * Math.sin((2 * Math.PI * n) / nodes), -4 * Math.cos((2 * Math.PI * n) / nodes)));

test('on a grid arrows go to the next cell, and stop at its sides', () => {
  const go = (from: number, key: string) => neighbour(grid(2, 3), from, key, false);
  expect([go(0, 'ArrowRight'), go(0, 'ArrowDown'), go(4, 'ArrowUp'), go(5, 'ArrowLeft')]).toEqual([1, 3, 1, 4]);
  expect([go(0, 'ArrowLeft'), go(2, 'ArrowRight'), go(1, 'ArrowUp'), go(4, 'ArrowDown')]).toEqual([null, null, null, null]);
});

test('a row goes on in its next line', () => {
  const lines = [cell(0, 0), cell(1, 0), cell(0, 1.7), cell(1, 1.7)];
  const go = (from: number, key: string) => neighbour(lines, from, key, true);
  expect([go(1, 'ArrowRight'), go(2, 'ArrowLeft'), go(3, 'ArrowRight'), go(0, 'ArrowDown')]).toEqual([2, 1, null, 2]);
});

/** The places that arrows lead to from the first. */
function reached(places: Box[]): number {
  const seen = new Set([0]);
  for (const from of seen) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const to = neighbour(places, from, key, false);
      if (to !== null) seen.add(to);
    }
  }
  return seen.size;
}

test('arrows lead to every place, from grids with lines between their cells to graphs', () => {
  for (let nodes = 2; nodes <= 16; nodes += 1) expect(reached(circle(nodes)), `${nodes} nodes`).toBe(nodes);
  // Dots, lines and boxes.
  const boxes = Array.from({ length: 49 }, (_, n) => cell((n % 7) / 2, Math.floor(n / 7) / 2));
  expect(reached(boxes)).toBe(49);
  // Pits between two stores.
  const pits = [{ x: 0, y: 0, w: 1, h: 2 }, ...grid(2, 6).map((pit) => ({ ...pit, x: pit.x + 1 })), { x: 7, y: 0, w: 1, h: 2 }];
  expect(reached(pits)).toBe(14);
});
