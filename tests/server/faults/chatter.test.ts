import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { watchEvents } from '../../../server/edge/integrations/integrationEvents.ts';
import { createLiveHub, type LiveHub } from '../../../server/platform/live/hub.ts';
import { createFaults, type Faults } from '../../../server/site/faults/faults.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

const MINUTE = 60_000;
let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

/** Faults of a server with a clock that the test moves; `again` is the same server after a kill. */
async function start(clock = { now: Date.now() }) {
  const live: LiveHub = createLiveHub();
  const topic = (name: 'fault' | 'fault_ended') => live.topic<Fault>(name);
  const topics = { open: topic('fault'), ended: topic('fault_ended') };
  const faults: Faults = await createFaults({
    db: database.db,
    log: { error: (details) => expect(details).toBeUndefined() },
    topics,
    retried: () => {},
    subnetOf: () => '10.1.2.0/24',
    clock: { wall: () => clock.now, mono: () => clock.now },
  });
  const events: string[] = [];
  watchEvents(live, ({ message }) => {
    const { state, chattering } = message.data as { state: string; chattering: boolean };
    events.push(`${message.type} ${state}${chattering ? ' chattering' : ''}`);
  });
  const of = (subject: string) => (row: Fault) => row.subject === subject;
  return {
    faults,
    events,
    open: (subject: string) => topics.open.snapshot().find(of(subject)),
    ended: (subject: string) => topics.ended.snapshot().filter(of(subject)),
    async pass(ms: number) {
      clock.now += ms;
      faults.look();
      await faults.settled();
    },
    async set(subject: string, isWrong: boolean) {
      if (isWrong) faults.open({ kind: 'tts', subject, params: { engine: subject } });
      else faults.resolve('tts', subject);
      await faults.settled();
    },
    /** Kills without storing anything more. */
    async again() {
      await faults.close();
      live.close();
      return start(clock);
    },
  };
}

test('an intermittent fault stays open as chattering until it was absent for five minutes; it is announced once', async () => {
  const site = await start();
  for (let i = 0; i < 12; i++) {
    await site.set('flaps', true);
    await site.pass(5_000);
    await site.set('flaps', false);
    await site.pass(5_000);
  }
  expect(site.ended('flaps')).toHaveLength(2);
  expect(site.open('flaps')).toMatchObject({ state: 'new', chatter: 12, cleared_at: expect.any(Number) });
  const opened = ['fault.opened new', 'fault.resolved new'];
  expect(site.events).toEqual([...opened, ...opened, 'fault.opened new chattering']);
  await site.set('flaps', true);
  expect(site.open('flaps')).toMatchObject({ chatter: 13, cleared_at: null });
  await site.set('flaps', false);
  await site.pass(5 * MINUTE - 1);
  expect(site.open('flaps')).toBeDefined();
  await site.pass(1);
  expect(site.open('flaps')).toBeUndefined();
  expect(site.events.slice(5)).toEqual(['fault.resolved new chattering']);
  await site.faults.close();
});

test('flapping parameters do not reopen a fault, and are written and announced at a limited rate; the last ones count', async () => {
  const site = await start();
  const flip = async (state: string) => {
    site.faults.open({ kind: 'input_line', subject: 'flips', params: { state } });
    await site.faults.settled();
  };
  await flip('open');
  const { id, opened_at } = site.open('flips') ?? {};
  await flip('short');
  expect(site.open('flips')?.params).toEqual({ state: 'short' });
  for (let i = 0; i < 600; i++) {
    await flip(i % 2 === 0 ? 'open' : 'short');
    await site.pass(1_000);
  }
  expect(site.open('flips')).toMatchObject({ id, opened_at, chatter: 0, state: 'new' });
  const changes = site.events.filter((one) => one === 'fault.changed new').length;
  expect(changes).toBeLessThanOrEqual(13);
  expect(site.open('flips')?.rev).toBeLessThanOrEqual(changes + 1);
  expect(site.events).not.toContain('fault.resolved new');
  await flip('open');
  await site.pass(MINUTE);
  expect(site.open('flips')?.params).toEqual({ state: 'open' });
  await flip('short');
  await flip('open');
  site.faults.resolve('input_line', 'flips');
  await site.pass(MINUTE);
  expect(site.open('flips')).toBeUndefined();
  expect(site.ended('flips')).toHaveLength(1);
  await site.faults.close();
});

test('a permanent fault stays open; the removal of its subject ends it at once', async () => {
  const site = await start();
  for (let i = 0; i < 3; i++) {
    await site.set('stays', false);
    await site.set('stays', true);
  }
  await site.pass(60 * MINUTE);
  expect(site.open('stays')).toMatchObject({ chatter: 3, cleared_at: null });
  site.faults.drop('tts', 'stays');
  await site.faults.settled();
  expect(site.open('stays')).toBeUndefined();
  await site.faults.close();
});

test('a server killed during chatter continues it with its off-delay', async () => {
  let site = await start();
  for (let i = 0; i < 2; i++) {
    await site.set('killed', true);
    await site.set('killed', false);
  }
  // Openings before the kill count.
  site = await site.again();
  expect(site.ended('killed')).toHaveLength(2);
  await site.set('killed', true);
  expect(site.open('killed')).toMatchObject({ chatter: 3, cleared_at: null });
  site = await site.again();
  expect(site.open('killed')).toMatchObject({ chatter: 3, cleared_at: null });
  await site.set('killed', true);
  expect(site.open('killed')).toMatchObject({ chatter: 3 });
  await site.set('killed', false);
  await site.pass(2 * MINUTE);
  site = await site.again();
  expect(site.open('killed')).toMatchObject({ chatter: 3, cleared_at: expect.any(Number) });
  await site.pass(2 * MINUTE);
  expect(site.open('killed')).toBeDefined();
  await site.set('killed', true);
  expect(site.open('killed')).toMatchObject({ chatter: 4 });
  await site.set('killed', false);
  await site.pass(6 * MINUTE);
  expect(site.open('killed')).toBeUndefined();
  await site.faults.close();
});

test('faults that opened within the hour and ended are known, also after a restart', async () => {
  let site = await start();
  await site.set('recent', true);
  await site.set('recent', false);
  expect(site.ended('recent')).toMatchObject([{ state: 'resolved', params: { engine: 'recent' } }]);
  site = await site.again();
  expect(site.ended('recent')).toHaveLength(1);
  await site.pass(61 * MINUTE);
  expect(site.ended('recent')).toEqual([]);
  await site.faults.close();
});
