import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { LagMeter } from '../../../server/edge/pair/lag.ts';
import { updatePairFaults } from '../../../server/edge/pair/pairFaults.ts';
import { createStandbyLink } from '../../../server/edge/pair/standbyLink.ts';
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

test('a leader that is alone counts changes as its own from when its standby still had everything', () => {
  let now = 10_000;
  const link = createStandbyLink({
    ...{ now: () => now, isKept: () => true, witness: () => null, alarmsCopied: () => true },
    takenOver() {},
  });
  expect(link.hasAllUntil()).toBe(10_000);
  const socket = Object.assign(new EventEmitter(), { send() {}, terminate() {} });
  link.serve(socket as unknown as WebSocket);
  const hears = (received: number) => {
    const report = { type: 'report', at: now, version: '1', stage: 'following', received };
    const progress = { done_bytes: 0, total_bytes: 0, bytes_per_s: 0, files_missing: 0 };
    socket.emit('message', Buffer.from(JSON.stringify({ ...report, ...progress })));
  };
  link.sample(100);
  hears(100);
  expect(link.hasAllUntil()).toBe(8_000);
  now = 20_000;
  link.sample(200);
  now = 25_000;
  hears(100);
  // Its loss is noticed later; what was stored since 20 s may be missing there.
  now = 29_000;
  expect(link.hasAllUntil()).toBe(18_000);
});
