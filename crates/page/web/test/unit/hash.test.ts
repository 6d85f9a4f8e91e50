import { expect, test } from 'vitest';
import { LONGEST_RULES, NOWHERE, pack, read, type Spot, unpack, write, WrongAddress } from '../../src/lib/hash';

const there = async (spot: Partial<Spot>): Promise<Spot> => read(await write({ ...NOWHERE, ...spot }));

test('an empty address is the gallery', async () => {
  expect(await read('')).toEqual(NOWHERE);
  expect(await write(NOWHERE)).toBe('');
});

test('an address can be read by a person', async () => {
  const spot = { ...NOWHERE, view: 'table' as const, game: 'stone-game-ii', params: { piles: [2, 7, 9, 4, 4] }, line: ['take(1)', 'take(2)'], ply: 2, lang: 'zh' as const };
  expect(await write(spot)).toBe('#game=stone-game-ii&params={%22piles%22:[2,7,9,4,4]}&line=take(1)/take(2)&view=table&lang=zh');
});

test('what is written is read again', async () => {
  for (const spot of [
    { view: 'bench', game: 'nim', params: { heaps: [1, 2, 3] } },
    { view: 'play', game: 'a&b=c/d#e', line: ['step((0,1),(1,1))', 'a/b&c', '走 100%'], ply: 1 },
    { view: 'bench', rules: 'game G "<script>alert(1)</script>"\nmove a { }\n', at: 'i=0 M=1 (Alice to move)', line: [], ply: 0 },
  ] satisfies Partial<Spot>[]) expect(await there(spot)).toEqual({ ...NOWHERE, ...spot });
});

test('rules travel compressed', async () => {
  const rules = 'move take(k in 1..3) { when k <= left; left -= k } # 走\n'.repeat(50);
  const packed = await pack(rules);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(rules.length / 5);
  expect(await unpack(packed)).toBe(rules);
});

test('rules too long for a link are left out', async () => {
  const noise = Array.from({ length: LONGEST_RULES * 2 }, (_, n) => String.fromCharCode(33 + ((n * n * 7919) % 90) + (n % 3))).join('');
  expect((await write({ ...NOWHERE, rules: noise, view: 'bench' })).length).toBeLessThanOrEqual(LONGEST_RULES + 40);
});

test.each([
  ['#view=nowhere', 'view'],
  ['#game=nim&params=[1]', 'params'],
  ['#game=nim&params={oops', 'params'],
  ['#rules=%%%', 'rules'],
  ['#rules=AAAA', 'rules'],
  ['#game=nim&line=a&ply=7', 'line'],
  ['#game=nim&line=%E0%A4%A', 'line'],
  ['#lang=xx', 'lang'],
  ['#whatever', 'key'],
])('%s is refused with the reason %s', async (hash, wrong) => {
  const error = await read(hash).then(() => null, (error: unknown) => error);
  expect(error).toBeInstanceOf(WrongAddress);
  expect((error as WrongAddress).wrong).toBe(wrong);
});
