import { expect, test } from 'vitest';
import { toUtf16, toUtf8 } from '../../src/lib/offsets';

const TEXT = 'a§走🂡b\n石=1';

test('every offset goes there and back', () => {
  const units = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10];
  const bytes = units.map((unit) => toUtf8(TEXT, unit));
  expect(bytes).toEqual(units.map((unit) => Buffer.byteLength(TEXT.slice(0, unit))));
  expect(toUtf16(TEXT, bytes)).toEqual(units);
});

test('offsets may come in any order, and past the end they are the end', () => {
  expect(toUtf16(TEXT, [10, 0, 999])).toEqual([5, 0, TEXT.length]);
});
