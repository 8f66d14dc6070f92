import { expect, test } from 'vitest';
import { DialEntry } from '../../../server/edge/integrations/telephone/dialEntry.ts';

/** docs/rules/telephone-system.md#each-code-has-a-pin */

function pressed(entry: DialEntry, digits: string) {
  return [...digits].map((digit) => entry.press(digit)).filter((one) => one !== null);
}

test('a code and its PIN are entered with # after each; * clears, # alone does nothing', () => {
  const entry = new DialEntry(null);
  expect(pressed(entry, '99*#12#')).toEqual([]);
  expect(entry.asks).toBe('pin');
  expect(pressed(entry, '#47A11#')).toEqual([{ code: '12', pin: '4711' }]);
  expect(entry.asks).toBe('code');
});

test('a called number that is a code asks for its PIN at once, and for a code after a wrong one', () => {
  const entry = new DialEntry('8');
  expect(pressed(entry, '1234#')).toEqual([{ code: '8', pin: '1234' }]);
  expect(pressed(entry, '7#1#')).toEqual([{ code: '7', pin: '1' }]);
});

test('an endless entry does not grow', () => {
  const [found] = pressed(new DialEntry('8'), `${'1'.repeat(1_000)}#`);
  expect(found?.pin.length).toBe(16);
});
