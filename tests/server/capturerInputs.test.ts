import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TerminalStatus } from '../../contract/protocol/terminalStatus.ts';
import { watchInputs } from '../../server/air/capturerTasks/capturerInputs.ts';
import {
  closedAtStop,
  type InputKey,
  keepClosedInputs,
} from '../../server/air/capturerTasks/closedInputs.ts';
import type { TerminalGateway } from '../../server/site/terminals/gateway/terminals.types.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDb, type TestDb } from './setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

type Subscriber = Parameters<TerminalGateway['subscribe']>[0];

/** One run of the server: reports of capturer 7, and the edges and changes heard. */
function run(stored: ReadonlySet<InputKey> | null) {
  const heard: string[] = [];
  let changes = 0;
  let subscriber: Subscriber = {};
  const gateway = {
    subscribe(one: Subscriber) {
      subscriber = one;
      return () => {};
    },
  };
  const inputs = watchInputs(
    gateway,
    stored,
    (capturer, channel, closed) => heard.push(`${capturer}/${channel} ${closed ? 'closed' : 'open'}`),
    () => {
      changes += 1;
    },
  );
  return {
    inputs,
    /** States of the channels from 1 on. */
    report(...states: (boolean | null)[]): string[] {
      const channels = states.map((io, i) => ({ channel: i + 1, name: '', level_db: null, io }));
      subscriber.status?.(7, { kind: 'capturer', channels } as unknown as TerminalStatus);
      return heard.splice(0);
    },
    removed: () => subscriber.removed?.(7),
    changes: () => changes,
  };
}

test('an input that closed while the server was away is an edge; one that was closed before is none', () => {
  const first = run(new Set());
  expect(first.report(false, true, null)).toEqual(['7/1 open', '7/2 closed', '7/3 open']);
  expect(first.report(false, true, null)).toEqual([]);
  const again = run(new Set(first.inputs.closed()));
  expect(again.report(true, true, null)).toEqual(['7/1 closed', '7/3 open']);
  expect(again.inputs.closed()).toEqual(['7 2', '7 1']);
});

test('an input that opened while the server was away ends its tasks', () => {
  expect(run(new Set<InputKey>(['7 1'])).report(false)).toEqual(['7/1 open']);
});

test('without a stored state a closed input is no edge in the first report, and is one afterwards', () => {
  const first = run(null);
  expect(first.report(true)).toEqual([]);
  expect(first.inputs.closed()).toEqual(['7 1']);
  expect(first.report(false)).toEqual(['7/1 open']);
  expect(first.report(true)).toEqual(['7/1 closed']);
});

test('an input marked as open is closed anew by the next report; a removed capturer leaves nothing', () => {
  const first = run(new Set<InputKey>(['7 1']));
  first.inputs.reopen(7, 1);
  expect(first.report(true)).toEqual(['7/1 closed']);
  const before = first.changes();
  first.removed();
  expect(first.inputs.closed()).toEqual([]);
  expect(first.changes()).toBeGreaterThan(before);
});

test('closed inputs are stored after a change, and at the end', async () => {
  const { db } = database;
  expect(await closedAtStop(db)).toBeNull();
  let closed: InputKey[] = ['7 1'];
  const kept = keepClosedInputs(db, () => closed);
  kept.changed();
  await eventually(async () => expect(await closedAtStop(db)).toEqual(new Set(['7 1'])));
  closed = [];
  kept.changed();
  await kept.close();
  expect(await closedAtStop(db)).toEqual(new Set());
});
