import { expect, test } from 'vitest';
import { ClockEstimate } from '../../../server/platform/clock/clockEstimate.ts';
import { random } from '../../support/random.ts';

const owner = { epoch: 'one', term: 3 };
const OFFSET_US = 123_456_789;
/** Rate of the leader's clock at the standby. */
const RATE = 60e-6;
const mediaOf = (ownUs: number) => OFFSET_US + ownUs * (1 + RATE);

test('the error of the estimate is within its bound, with uneven delays and another rate, and grows with its age', () => {
  const next = random(11);
  const estimate = new ClockEstimate();
  expect(estimate.at(0)).toBeNull();
  let now = 0;
  for (let n = 0; n < 200; n++) {
    const there = 150 + next() ** 4 * 20_000;
    const back = 150 + next() ** 4 * 60_000;
    const exchange = {
      t0: now,
      t1: mediaOf(now + there),
      t2: mediaOf(now + there + 50),
      t3: now + there + 50 + back,
    };
    estimate.add(exchange, owner);
    now += 500_000;
    const found = estimate.at(now);
    const errorUs = Math.abs(now - (found?.origin_us ?? 0) - mediaOf(now));
    expect(errorUs).toBeLessThanOrEqual(found?.errorUs ?? 0);
    if (n > 20) expect(found?.errorUs).toBeLessThan(2_000);
  }
  expect(estimate.at(now)).toMatchObject(owner);
  expect(estimate.at(now + 20_000_000)?.errorUs).toBeGreaterThan(5_000);
});

test('another epoch begins the estimate anew; impossible exchanges do not count', () => {
  const estimate = new ClockEstimate();
  estimate.add({ t0: 0, t1: 500, t2: 500, t3: 100 }, owner);
  estimate.add({ t0: 10, t1: 9_000, t2: 8_000, t3: 20 }, owner);
  expect(estimate.at(0)).toEqual({ ...owner, origin_us: -450, errorUs: 50 + 1 });
  estimate.add({ t0: 0, t1: 90_000, t2: 90_000, t3: 20 }, { epoch: 'two', term: 1 });
  expect(estimate.at(0)).toMatchObject({ epoch: 'two', term: 1, origin_us: -89_990 });
});
