import { expect, test } from 'vitest';
import { parse } from '../../src/lib/ask';

test('an event of the stream', () => {
  expect(parse('event: progress\ndata: {"done":1}')).toEqual({ event: 'progress', data: { done: 1 } });
});
test('data over several lines', () => {
  expect(parse('event: done\ndata: {"a":\ndata: 1}')).toEqual({ event: 'done', data: { a: 1 } });
});
test('a comment only keeps the line open', () => {
  expect(parse(': still there')).toBeNull();
});
