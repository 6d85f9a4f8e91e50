import { expect, test } from 'vitest';
import { fitted, inner, outer } from '../../src/lib/lines';

test('what goes on below stands under its column, or a little further in than the line', () => {
  expect(inner('  theorem     no theorem that Bouton knows')).toBe(14);
  expect(inner('  no column here')).toBe(4);
  expect(outer('  theorem     no theorem that Bouton knows')).toBe(4);
  expect(outer('')).toBe(2);
});

test('a line that is too long gives up its columns, and keeps where it begins', () => {
  const line = '      v(i) = 0              if i = n';
  expect(fitted(line, 80)).toBe(line);
  expect(fitted(line, 20)).toBe('   v(i) = 0   if i = n');
  expect(fitted(line, 70)).toBe(line);
  expect(fitted('估计      至多 30 个局面', 22)).toBe('估计   至多 30 个局面');
});
