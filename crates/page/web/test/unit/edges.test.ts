import { expect, test } from 'vitest';
import { more } from '../../src/lib/edges';

const box = { scrollLeft: 0, scrollTop: 0, clientWidth: 300, clientHeight: 200, scrollWidth: 300, scrollHeight: 200 };

test('a box that shows everything has no edge with more', () => {
  expect(more(box)).toBe('');
  expect(more({ ...box, scrollWidth: 301 })).toBe('');
});

test('edges beyond which there is more are named', () => {
  expect(more({ ...box, scrollWidth: 500 })).toBe('right');
  expect(more({ ...box, scrollWidth: 500, scrollLeft: 80 })).toBe('left right');
  expect(more({ ...box, scrollWidth: 500, scrollLeft: 200, scrollHeight: 900 })).toBe('left down');
});
