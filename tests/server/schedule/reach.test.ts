import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shared, together } from '../../../server/air/schedule/reach.ts';
import { randomRuns } from '../../support/random.ts';

const PLACES = 300;
const members = fc.uniqueArray(fc.nat(PLACES - 1));

/** Bitmap of places. */
function placesOf(all: readonly number[]) {
  const bits = new Uint32Array(Math.ceil(PLACES / 32));
  for (const place of all) bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
  return { bits, words: [...new Set(all.map((place) => place >> 5))] };
}
const both = (a: readonly number[], b: readonly number[]) => a.filter((one) => b.includes(one)).length;

test('counts the terminals that both tasks reach, for any numbers of terminals', () => {
  fc.assert(
    fc.property(members, members, members, (a, b, c) => {
      const [one, two, three] = [placesOf(a), placesOf(b), placesOf(c)];
      expect(shared(one, two)).toBe(both(a, b));
      expect(shared(together([one, two]), three)).toBe(both([...new Set([...a, ...b])], c));
    }),
    randomRuns(100),
  );
});
