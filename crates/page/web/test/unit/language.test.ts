import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORDS } from '../../src/editor/language';

test('the editor knows the words that docs/language.md lists', () => {
  const page = '../../../docs/language.md';
  if (!existsSync(page)) return;
  const part = readFileSync(page, 'utf8').split('<!-- words -->')[1]?.split('<!-- /words -->')[0] ?? '';
  const listed = [...part.matchAll(/^\| `(\w+)` \|/gm)].map((found) => found[1] ?? '');
  expect(listed.length).toBeGreaterThan(30);
  const atoms = ['true', 'false', 'none', 'me', 'opponent'];
  expect([...WORDS, ...atoms].sort()).toEqual([...new Set(listed)].sort());
});
