import { beforeEach, expect, test, vi } from 'vitest';
import { draftOf, keepDraft } from '../../src/lib/draft';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) });
});

test('a draft is kept beside the rules that it was begun from', () => {
  keepDraft('game A', 'game A2');
  expect(draftOf('game A')).toBe('game A2');
  expect(draftOf('game B')).toBeNull();
  keepDraft('game A', 'game A');
  expect(draftOf('game A')).toBeNull();
});

test('where nothing can be kept, nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft('game A', 'game B');
  expect(draftOf('game A')).toBeNull();
});
