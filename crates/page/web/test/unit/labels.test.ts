import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { label, LABELS } from '../../src/lib/labels';

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
