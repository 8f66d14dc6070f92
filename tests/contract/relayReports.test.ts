import { expect, test } from 'vitest';
import {
  MAX_RELAY_SESSIONS,
  rangesOf,
  sessionRanges,
  sessionsIn,
} from '../../contract/protocol/relayLink.ts';
import {
  type FlatReport,
  flatReport,
  LastReports,
  reportBundle,
} from '../../contract/protocol/relayReports.ts';
import { seeded } from '../support/random.ts';

const isOpen = () => true;
const next = seeded();
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

function randomReport(): FlatReport {
  return {
    ...{ type: 'report', state: one(['idle', 'playing']), stream: one([null, 3, 4]) },
    ...{ position_us: one([null, Math.floor(next() * 1e12)]), level_db: one([null, -18.25, -20, -3.5]) },
    received: Math.floor(next() * 1e6),
    ...(next() < 0.2 ? { volume: 80 } : {}),
    ...(next() < 0.2 ? { kept: true } : {}),
  };
}

test('reports of many terminals arrive as they were sent, whatever changes between them', () => {
  const [sender, receiver] = [new LastReports(), new LastReports()];
  for (let round = 0; round < 60; round++) {
    const reports = new Map<number, FlatReport>();
    for (let session = 1; session <= 20; session++) if (next() < 0.5) reports.set(session, randomReport());
    const wire = JSON.stringify(sender.encode(reports, rangesOf(reports.keys())));
    const bundle = reportBundle.parse(JSON.parse(wire));
    const sorted = new Map([...reports].sort(([a], [b]) => a - b));
    expect(receiver.decode(bundle, [...sessionsIn(bundle.sessions)], isOpen)).toEqual(sorted);
    if (next() < 0.3) for (const side of [sender, receiver]) side.forget(7);
  }
});

test('a report that is repeated costs nothing but its session', () => {
  const sender = new LastReports();
  const reports = new Map([1, 2, 3].map((session) => [session, { type: 'report', state: 'idle' }]));
  sender.encode(reports, rangesOf(reports.keys()));
  expect(sender.encode(reports, rangesOf(reports.keys()))).toEqual({ sessions: [[1, 3]], columns: {} });
});

test('a bundle that does not fit to the last reports is refused, and lists do not fit into one', () => {
  const receiver = new LastReports();
  expect(() => receiver.decode({ sessions: [[1, 1]], columns: { received: [5] } }, [1], isOpen)).toThrow(
    /no last value/,
  );
  expect(() =>
    receiver.decode({ sessions: [[1, 2]], columns: { state: [['idle']] } }, [1, 2], isOpen),
  ).toThrow(/short/);
  expect(flatReport({ type: 'report', other_streams: [] })).toBeNull();
});

test('a report of a session that the receiver has ended is left out, and those beside it are read', () => {
  const [sender, receiver] = [new LastReports(), new LastReports()];
  const send = (received: number, isOpenNow: (session: number) => boolean) => {
    const reports = new Map([1, 2].map((session) => [session, { type: 'report', received }]));
    const bundle = sender.encode(reports, rangesOf(reports.keys()));
    return receiver.decode(bundle, [...sessionsIn(bundle.sessions)], isOpenNow);
  };
  expect([...send(5, isOpen).keys()]).toEqual([1, 2]);
  receiver.forget(1);
  const rest = send(8, (session) => session === 2);
  expect([...rest]).toEqual([[2, { type: 'report', received: 8 }]]);
});

test('ranges of more sessions than a relay may have are refused before they are counted out', () => {
  const isValid = (ranges: number[][]) => sessionRanges.safeParse(ranges).success;
  expect(isValid([[1, MAX_RELAY_SESSIONS]])).toBe(true);
  expect(isValid([[1, 4_000_000_000]])).toBe(false);
  expect(
    isValid([
      [1, MAX_RELAY_SESSIONS],
      [5_000, 5_000],
    ]),
  ).toBe(false);
  expect(
    isValid([
      [10, 1],
      [20, 2_025],
    ]),
  ).toBe(false);
});
