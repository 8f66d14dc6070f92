import { describe, expect, test } from 'vitest';
import type { LiveRow } from '../../contract/api/live.ts';
import type { BroadcastLive } from '../../contract/entities/tasks/broadcast.ts';
import type { DeviceLive } from '../../contract/entities/terminals/device.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { countDevices } from '../../src/streams/device.ts';
import { createFeeds } from '../../src/streams/feeds.ts';
import { Clock } from '../support/clock.ts';
import { fakeConnection } from '../support/fakeConnection.ts';

function setup() {
  const link = fakeConnection();
  const feeds = createFeeds(link.connection, new Clock());
  link.connect();
  /** Answers the newest subscription. */
  const answer = (rows: object[]) => {
    const id = link.subscribed().at(-1)?.id ?? 0;
    link.frame(0, { id, kind: 'snapshot', epoch: 'e', seq: 1, rows: rows as LiveRow[] });
  };
  return { feeds, link, answer };
}

describe('feeds', () => {
  test('running broadcasts: the highest claim first, of equal ones the earlier start', () => {
    const { feeds, answer } = setup();
    let ids: number[] = [];
    feeds.onAir$.subscribe((rows) => {
      ids = rows.map((row) => row.id);
    });
    answer([
      { id: 1, weight: 20, started_at: 300 },
      { id: 2, weight: 60, started_at: 400 },
      { id: 3, weight: 20, started_at: 100 },
    ] satisfies Partial<BroadcastLive>[]);
    expect(ids).toEqual([2, 3, 1]);
  });

  test('faults: open ones only, no shelved ones, unacknowledged first, then the newest', () => {
    const { feeds, answer } = setup();
    let ids: number[] = [];
    feeds.openFaults$.subscribe((rows) => {
      ids = rows.map((row) => row.id);
    });
    answer([
      { id: 1, state: 'acknowledged', opened_at: 900, shelved_until: null },
      { id: 2, state: 'new', opened_at: 100, shelved_until: null },
      { id: 3, state: 'resolved', opened_at: 950, shelved_until: null },
      { id: 4, state: 'new', opened_at: 500, shelved_until: null },
      { id: 5, state: 'acknowledged', opened_at: 400, shelved_until: 2_000 },
    ] satisfies Partial<Fault>[]);
    expect(ids).toEqual([4, 2, 1]);
  });

  test('counts of terminals', () => {
    const rows = [
      { online: true, sound: 'ok' },
      { online: true, sound: 'silent' },
      { online: true, sound: 'locked' },
      { online: false, sound: 'none', reason: { key: 'offline', params: {} } },
      { online: false, sound: 'none', reason: { key: 'behind_relay', params: {} } },
      // Imported and never connected: not counted as offline.
      { online: false, sound: 'none', reason: { key: 'never_seen', params: {} } },
    ] satisfies Partial<DeviceLive>[];
    expect(countDevices(rows as DeviceLive[])).toEqual({
      ...{ total: 6, online: 3, offline: 1, behind_relay: 1, silent: 2 },
    });
  });

  test('a feed is subscribed only while it has readers, each by its topic', () => {
    const { feeds, link } = setup();
    expect(link.sent).toEqual([]);
    feeds.terminalFound.changes$.subscribe();
    feeds.file.changes$.subscribe();
    feeds.partition.changes$.subscribe();
    expect(link.subscribed().map(({ topic }) => topic)).toEqual(['terminal_found', 'file', 'partition']);
  });
});
