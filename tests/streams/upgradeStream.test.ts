import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type {
  UpgradeLive,
  UpgradeTerminal,
  UpgradeTopicRow,
} from '../../contract/entities/terminals/upgrade.ts';
import type { CollectionEvent } from '../../src/streams/collection.ts';
import { countWaves, overOf, progressOf, upgradeTerminals } from '../../src/streams/upgrade.ts';
import { settled } from '../support/fakeBrowser.ts';

const batch = (upgrade: number, more: Partial<UpgradeLive> = {}): UpgradeLive => ({
  id: -upgrade,
  kind: 'batch',
  org: null,
  upgrade,
  state: 'running',
  paused_by: null,
  wave: 1,
  wave_count: 2,
  ended_at: null,
  upgrade_pack_name: 'Horn',
  version: '3.2.1',
  feature_code: 'aoip.p',
  ...more,
});

const terminal = (id: number, more: Partial<UpgradeTerminal> = {}): UpgradeTerminal => ({
  id,
  kind: 'terminal',
  upgrade: 1,
  terminal_id: id,
  name: `T${id}`,
  code: `C${id}`,
  org: null,
  wave: 1,
  status: 'waiting',
  progress: 0,
  from_version: '3.1.0',
  reason: null,
  detail: '',
  began_at: null,
  ended_at: null,
  ...more,
});

/** The topic as a collection holds it. */
function topic() {
  const changes$ = new Subject<CollectionEvent<UpgradeTopicRow>>();
  const rows = new Map<number, UpgradeTopicRow>();
  return {
    changes$,
    filter: (accept: (row: UpgradeTopicRow) => boolean) => [...rows.values()].filter(accept),
    get: (id: number) => rows.get(id),
    snapshot(...all: UpgradeTopicRow[]) {
      rows.clear();
      for (const row of all) rows.set(row.id, row);
      changes$.next({ kind: 'snapshot', rows: all });
    },
    delta(set: UpgradeTopicRow[], gone: number[] = []) {
      for (const row of set) rows.set(row.id, row);
      for (const id of gone) rows.delete(id);
      changes$.next({ kind: 'delta', set, gone });
    },
  };
}

function follow(of: ReturnType<typeof topic>, stored: UpgradeTerminal[] = []) {
  let requests = 0;
  const source = upgradeTerminals(of, 1, async () => {
    requests += 1;
    return stored;
  });
  const events: CollectionEvent<UpgradeTerminal>[] = [];
  const subscription = source.changes$.subscribe((event) => events.push(event));
  return { source, events, subscription, requests: () => requests };
}

describe('counts of upgrades', () => {
  test('waves come in their order, each with its terminals counted by step', () => {
    const rows = [
      terminal(1, { wave: 2 }),
      terminal(2, { status: 'reboot_successful' }),
      terminal(3, { wave: 2, status: 'updating' }),
      terminal(4, { wave: 2 }),
    ];
    expect(countWaves(rows)).toEqual([
      { wave: 1, total: 1, counts: { reboot_successful: 1 } },
      { wave: 2, total: 3, counts: { waiting: 2, updating: 1 } },
    ]);
  });

  test('over counts every terminal that finished, with any result', () => {
    expect(overOf({ waiting: 4, updating: 2, restarting: 1, reboot_successful: 8, upgrade_failed: 3 })).toBe(
      11,
    );
    expect(overOf({})).toBe(0);
  });

  test('unfinished batches come first, then the newest; each has its own terminals', () => {
    const rows = [
      batch(1),
      batch(2, { state: 'ended' }),
      batch(3, { state: 'ended' }),
      terminal(10),
      terminal(11, { upgrade: 3, status: 'upgrade_failed' }),
    ];
    const progress = progressOf(rows);
    expect(progress.map((one) => one.batch.upgrade)).toEqual([1, 3, 2]);
    expect(progress.map((one) => one.total)).toEqual([1, 1, 0]);
    expect(progress[1]?.counts).toEqual({ upgrade_failed: 1 });
  });
});

describe('the terminals of one batch', () => {
  test('live while the topic holds it: its own rows, and nothing of other batches', () => {
    const live = topic();
    const { source, events, requests } = follow(live);
    live.snapshot(batch(1), terminal(10), terminal(20, { upgrade: 2 }));
    live.delta([terminal(20, { upgrade: 2, status: 'updating' })]);
    live.delta([terminal(10, { status: 'updating' }), terminal(12)]);
    live.delta([], [12, 20]);
    expect(events).toEqual([
      { kind: 'snapshot', rows: [terminal(10)] },
      { kind: 'delta', set: [terminal(10, { status: 'updating' }), terminal(12)], gone: [] },
      { kind: 'delta', set: [], gone: [12] },
    ]);
    expect(source.filter(() => true)).toEqual([terminal(10, { status: 'updating' })]);
    expect(requests()).toBe(0);
  });

  test('a batch outside the topic is read once, and live when it is resumed', async () => {
    const live = topic();
    const { events, requests } = follow(live, [terminal(10, { status: 'upgrade_failed' })]);
    live.snapshot(batch(2));
    await settled();
    live.delta([batch(2, { wave: 2 })]);
    live.delta([batch(1), terminal(10)]);
    await settled();
    expect(requests()).toBe(1);
    expect(events).toEqual([
      { kind: 'snapshot', rows: [terminal(10, { status: 'upgrade_failed' })] },
      { kind: 'snapshot', rows: [terminal(10)] },
    ]);
  });

  test('a batch that leaves the topic keeps its last state', () => {
    const live = topic();
    const { source, events } = follow(live);
    live.snapshot(batch(1), terminal(10, { status: 'reboot_successful' }));
    live.delta([], [-1, 10]);
    expect(events).toHaveLength(1);
    expect(source.filter(() => true)).toHaveLength(1);
  });

  test('a later reader first gets the rows held; after the last has gone it starts anew', () => {
    const live = topic();
    const { source, subscription } = follow(live);
    live.snapshot(batch(1), terminal(10));
    const late: CollectionEvent<UpgradeTerminal>[] = [];
    const second = source.changes$.subscribe((event) => late.push(event));
    expect(late).toEqual([{ kind: 'snapshot', rows: [terminal(10)] }]);
    second.unsubscribe();
    subscription.unsubscribe();
    expect(source.filter(() => true)).toEqual([]);
  });

  test('a refusal is reported as one', async () => {
    const live = topic();
    const source = upgradeTerminals(live, 1, () => Promise.reject({ code: 404, message: 'gone' }));
    const events: CollectionEvent<UpgradeTerminal>[] = [];
    source.changes$.subscribe((event) => events.push(event));
    live.snapshot();
    await settled();
    expect(events).toEqual([{ kind: 'denied', code: 404, message: 'gone' }]);
  });
});
