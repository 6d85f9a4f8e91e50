import { beforeEach, expect, test, vi } from 'vitest';
import { own, type OwnGame } from '../../src/lib/own.svelte';

const game = (rules: string, more: Partial<OwnGame> = {}): OwnGame => ({ title: 'A game', rules, params: null, lang: 'en', changed: 1, ...more });
const texts = (): string[] => own.list.map((one) => one.rules);

function storage(most = Infinity): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > most) throw new DOMException('', 'QuotaExceededError');
      kept.set(key, text);
    },
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  own.refresh();
});

test('rules that are changed take the place of those before, and come first', () => {
  own.put('game of the gallery', game('A'));
  own.put('another of the gallery', game('B'));
  own.put('A', game('A2'));
  expect(texts()).toEqual(['A2', 'B']);
  own.put('A2', game('B'));
  expect(texts()).toEqual(['B']);
});

test('what is deleted is put back where it was', () => {
  for (const rules of ['C', 'B', 'A']) own.put('', game(rules));
  own.remove('B');
  expect(texts()).toEqual(['A', 'C']);
  own.insert(1, game('B'));
  expect(texts()).toEqual(['A', 'B', 'C']);
});

test('parameters and language are those that the game was left with', () => {
  own.put('', game('A'));
  own.amend('A', { params: { n: 3 }, lang: 'zh' });
  own.amend('unknown', { params: { n: 4 } });
  expect(own.list).toEqual([game('A', { params: { n: 3 }, lang: 'zh' })]);
});

test('a browser without room, or that allows no storage, is told of and loses nothing that it has', () => {
  vi.stubGlobal('localStorage', storage(300));
  own.put('', game('A'));
  expect(own.trouble).toBe('');
  own.put('A', game('A'.repeat(400)));
  expect([own.trouble, ...texts()]).toEqual(['storeFull', 'A']);
  own.put('A', game('A2'));
  expect([own.trouble, ...texts()]).toEqual(['', 'A2']);
  vi.stubGlobal('localStorage', undefined);
  own.put('A2', game('A3'));
  expect([own.trouble, ...texts()]).toEqual(['storeForbidden']);
});
