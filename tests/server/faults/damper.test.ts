import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Damper } from '../../../server/site/faults/damper.ts';
import { subnetOf } from '../../../server/site/faults/subnet.ts';
import { randomRuns } from '../../support/random.ts';

const damping = { count: 3, withinMs: 600, offMs: 300 };

describe('off-delay of chattering faults', () => {
  test('two that end are over at once; the third within the time chatters', () => {
    const damper = new Damper(damping);
    for (const at of [0, 100]) {
      expect(damper.began('a', at)).toEqual({ chatter: 0, isCleared: false });
      expect(damper.ended('a', at + 50)).toBeUndefined();
    }
    expect(damper.began('a', 599)).toEqual({ chatter: 3, isCleared: false });
    expect(damper.ended('a', 610)).toEqual({ chatter: 3, isCleared: true });
  });

  test('openings further apart are no chatter, and those of another key do not count', () => {
    const damper = new Damper(damping);
    for (const at of [0, 300, 600, 900]) {
      expect(damper.began('a', at).chatter).toBe(0);
      expect(damper.ended('a', at + 1)).toBeUndefined();
    }
    expect(damper.began('b', 901).chatter).toBe(0);
  });

  test('repeated reports are neither opening nor end: the off-delay runs from the first', () => {
    const damper = new Damper(damping);
    for (let i = 0; i < 9; i++) expect(damper.began('a', i).chatter).toBe(0);
    for (const at of [10, 20]) {
      damper.ended('a', at);
      damper.began('a', at + 5);
    }
    for (const at of [100, 200, 300]) expect(damper.ended('a', at)?.isCleared).toBe(true);
    expect(damper.due(399)).toEqual([]);
    expect(damper.due(400)).toEqual(['a']);
    expect(damper.began('a', 401).chatter).toBe(0);
  });

  test('random histories: no fault opens late, ends early, or stays open longer than the off-delay', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 400 }), up: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const damper = new Damper(damping);
        let now = 0;
        let isThere = false;
        let goneAt = 0;
        let stands = false;
        const begins: number[] = [];
        for (const { wait, up } of steps) {
          now += wait;
          if (damper.due(now).includes('a')) {
            expect(isThere).toBe(false);
            expect(now - goneAt).toBeGreaterThanOrEqual(damping.offMs);
            stands = false;
          }
          if (up && !isThere) begins.push(now);
          if (!up && isThere) goneAt = now;
          isThere = up;
          const is = up ? damper.began('a', now) : damper.ended('a', now);
          if (up) stands = true;
          else if (is === undefined) stands = false;
          // Only keys with three openings are damped.
          if (is !== undefined && is.chatter > 0) expect(begins.length).toBeGreaterThanOrEqual(damping.count);
          if (is?.isCleared === true) expect(now - goneAt).toBeLessThan(damping.offMs);
          if (isThere) expect(stands).toBe(true);
        }
      }),
      randomRuns(300),
    );
  });
});

test.each([
  ['10.1.2.33', '10.1.2.0/24'],
  ['::ffff:10.1.2.33', '10.1.2.0/24'],
  ['2001:db8:0:5:1::7', '2001:db8:0:5::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['—', ''],
])('the network of %s is %s', (address, subnet) => expect(subnetOf(address)).toBe(subnet));
