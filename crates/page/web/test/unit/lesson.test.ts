import { expect, test } from 'vitest';
import type { Json, Lesson } from '../../src/lib/api';
import { lessonAnswer, NotInLesson } from '../../src/lib/lesson';

const position = (at: string, moves: object[], over: string | null = null): Json => ({ at, moves, over, worth: { mark: 'win' } }) as unknown as Json;
const lesson: Lesson = {
  lang: 'en',
  hidden: false,
  where: { game: 'g', lang: 'en' },
  game: { name: 'g', title: 'G', rules: '', first: {} },
  checked: {} as Lesson['checked'],
  answers: {
    solve: { position: position('s', [{ move: 'a', next: 'x', best: true, fastest: true, star: true }, { move: 'b', next: 'y', best: false, fastest: false, star: false }]) },
    'at s': position('s', [{ move: 'a', next: 'x', best: true, fastest: true, star: true }, { move: 'b', next: 'y', best: false, fastest: false, star: false }]),
    'at x': position('x', [], 'over'),
    'why x': { text: ['because'] },
    plan: { text: ['1'] },
    code: { stage: 2 },
    'code 1 java': { stage: 1 },
  },
};
const ask = (route: string, asked: { [key: string]: Json } = {}): Json => lessonAnswer(lesson, route, asked);

test('an answer about a position stands under its text', () => {
  expect(ask('why', { at: 'x' })).toEqual({ text: ['because'] });
  expect(ask('at', { at: 'x' })).toMatchObject({ at: 'x' });
});

test('an answer about the game stands under its route', () => {
  expect(ask('plan')).toEqual({ text: ['1'] });
  expect(ask('code', { stage: 1, language: 'java' })).toEqual({ stage: 1 });
  expect(ask('code', { stage: 3, language: 'go' })).toEqual({ stage: 2 });
});

test('a line is walked through stored positions', () => {
  expect(ask('line', { line: ['a'] })).toMatchObject({ positions: [{ at: 's' }, { at: 'x' }] });
});

test('what is not there is said to be missing', () => {
  for (const [route, asked] of [['table', {}], ['at', { at: 'y' }], ['line', { line: ['c'] }]] as const) expect(() => ask(route, asked as { [key: string]: Json })).toThrow(NotInLesson);
});

test('an opponent picks among stored moves; a perfect one the best', () => {
  expect(ask('reply', { line: [], level: 'perfect' })).toEqual({ move: 'a', next: 'x' });
});

test('a random position is one where play goes on', () => {
  expect(ask('random', { wanted: 'one-best' })).toEqual({ at: 's', marks: ['win'] });
  expect(() => ask('random', { wanted: 'loss' })).toThrow(NotInLesson);
  expect(ask('random', { wanted: 'one-best', worth: 'win' })).toMatchObject({ at: 's' });
  expect(() => ask('random', { wanted: 'one-best', worth: 'draw' })).toThrow(NotInLesson);
});

test('a fair opponent keeps the value and goes where most replies are mistakes', () => {
  const reply = (best: boolean): object => ({ move: String(best), next: 'e', best, fastest: best });
  const kept = (move: string, next: string): object => ({ move, next, best: true, fastest: true });
  const at = (name: string, mover: 0 | 1, moves: object[]): [string, Json] => [`at ${name}`, { ...(position(name, moves) as object), mover_number: mover } as unknown as Json];
  const start = at('s', 0, [kept('a', 'x'), kept('b', 'y'), { move: 'c', next: 'z', best: false, fastest: false }]);
  const answers = Object.fromEntries([start, at('x', 1, [reply(true), reply(false)]), at('y', 1, [reply(true), reply(false), reply(false)]), at('z', 1, [reply(false)])]);
  const traps: Lesson = { ...lesson, answers: { ...answers, solve: { position: start[1] } } };
  expect(lessonAnswer(traps, 'reply', { line: [], level: 'fair' })).toEqual({ move: 'b', next: 'y' });
});
