import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { label, LABELS, together } from '../../src/lib/labels';

const sources = readdirSync('src', { recursive: true })
  .map((name) => join('src', String(name)))
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('labels.ts'))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n');
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort();

test('every label has its twin, with the same holes', () => {
  for (const [key, [en, zh]] of Object.entries(LABELS)) {
    expect(en.trim(), key).not.toBe('');
    expect(zh.trim(), key).not.toBe('');
    expect(holes(zh), key).toEqual(holes(en));
  }
});

test('only what is the same in both languages reads the same in both', () => {
  const same = Object.entries(LABELS).filter(([, [en, zh]]) => en === zh).map(([key]) => key);
  expect(same).toEqual(['ply', 'filterHint']);
});

test('every label is used', () => {
  const unused = Object.keys(LABELS).filter((key) => !new RegExp(`['"]${key}['"]`).test(sources) && !new RegExp(`\\b${key}: '`).test(sources));
  expect(unused).toEqual([]);
});

test('a label is filled in', () => {
  expect(label('en', 'score', { right: 2, all: 3 })).toBe('2 of 3 right');
  expect(label('zh', 'score', { right: 2, all: 3 })).toBe('3 题中答对 2 题');
});

test('parts are said in one piece with the marks of the language', () => {
  const parts = ['第 0 行第 1 列', '', null, 'put(0,1)，和'];
  expect(together('zh', 'clauses', parts)).toBe('第 0 行第 1 列；put(0,1)，和');
  expect(together('en', 'clauses', ['row 0, column 1', '', 'put(0,1), draw'])).toBe('row 0, column 1; put(0,1), draw');
  expect(together('zh', 'sentences', ['轮到 Alice', '平局'])).toBe('轮到 Alice。平局');
});

test('nothing that is said joins sentences with marks of its own', () => {
  const glued = [/\.join\('[.;,:] '\)/, /\$\{[^}]*\}[;:.,] \$\{/, /="\{[^"]*\}[;:.,] \{[^"]*\}"/];
  // A colour, and an error that the page words anew.
  const said = sources.replaceAll(/rgb\(.*|super\(.*/g, '');
  expect(glued.filter((one) => one.test(said)).map(String)).toEqual([]);
});
