import { expect, test } from 'vitest';
import { sameValue } from '../../src/lib/guess';

test.each([['-6', '−6'], ['−6', '−6'], ['+8', '+8'], ['8', '+8'], [' 0 ', '0']])('%s is %s', (typed, shown) => expect(sameValue(typed, shown)).toBe(true));
test.each([['6', '−6'], ['', '0'], ['80', '+8']])('%s is not %s', (typed, shown) => expect(sameValue(typed, shown)).toBe(false));
