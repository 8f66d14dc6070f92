import { expect, test } from 'vitest';
import { LagMeter } from '../../../server/edge/pair/lag.ts';
import { updatePairFaults } from '../../../server/edge/pair/pairFaults.ts';
import { SynchronousRule } from '../../../server/edge/pair/synchronous.ts';

test('the lag is the age of the oldest change that is missing', () => {
  const lag = new LagMeter();
  lag.sample(1_000, 100);
  lag.sample(2_000, 300);
  lag.sample(3_000, 300);
  lag.sample(9_000, 500);
  expect(lag.of(500, 10_000)).toEqual({ bytes: 0, ms: 0 });
  expect(lag.of(300, 10_000)).toEqual({ bytes: 200, ms: 1_000 });
  expect(lag.of(250, 10_000)).toEqual({ bytes: 250, ms: 8_000 });
});

test('commits wait for a standby that follows steadily, and for no other', () => {
  const rule = new SynchronousRule();
  const close = { stage: 'following', lag_bytes: 500, lag_ms: 0 } as const;
  expect(rule.decide(close, 0)).toBe(false);
  expect(rule.decide(close, 4_900)).toBe(false);
  expect(rule.decide(close, 5_000)).toBe(true);
  // A burst of changes is on its way.
  expect(rule.decide({ ...close, lag_bytes: 5_000_000, lag_ms: 900 }, 6_000)).toBe(true);
  expect(rule.decide({ stage: 'lost', lag_bytes: null, lag_ms: null }, 7_000)).toBe(false);
  expect(rule.decide(close, 8_000)).toBe(false);
  // One that lags does not delay anybody.
  expect(rule.decide(close, 13_000)).toBe(true);
  expect(rule.decide({ ...close, lag_ms: 3_000 }, 14_000)).toBe(false);
  const far = { ...close, lag_bytes: 5_000_000 };
  expect(rule.decide(far, 15_000)).toBe(false);
  expect(rule.decide(far, 30_000)).toBe(false);
});

test('a standby that is lost or behind is a fault, until it is back or removed', () => {
  const open = new Map<string, object | undefined>();
  const faults = {
    open: ({ kind, params }: { kind: string; params?: object }) => void open.set(kind, params),
    resolve: (kind: string) => void open.delete(kind),
  };
  updatePairFaults(faults, 'second', { stage: 'lost', lag_ms: null });
  expect([...open]).toEqual([['standby_lost', { name: 'second' }]]);
  updatePairFaults(faults, 'second', { stage: 'following', lag_ms: 7_900 });
  expect([...open]).toEqual([['standby_behind', { name: 'second', seconds: 7 }]]);
  updatePairFaults(faults, 'second', { stage: 'following', lag_ms: 4_900 });
  expect([...open]).toEqual([]);
  updatePairFaults(faults, 'second', { stage: 'lost', lag_ms: null });
  updatePairFaults(faults, 'second', null);
  expect([...open]).toEqual([]);
});
