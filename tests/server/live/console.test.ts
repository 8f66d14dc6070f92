import { describe, expect, test } from 'vitest';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import { systemName } from '../../../contract/systemName.ts';
import {
  LiveConsole,
  MAX_BUFFERED_BYTES,
  MAX_MESSAGES_PER_S,
  MAX_SUBSCRIPTIONS,
} from '../../../server/platform/live/console.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { createTickets, TICKET_MS } from '../../../server/platform/live/tickets.ts';
import { LiveClient, TestWire } from '../../support/liveClient.ts';

interface Row {
  id: number;
  org: number | null;
  level: number;
}

function setup(permissions: PermissionKey[] = ['list_device']) {
  const time = { ms: 1_000_000 };
  const hub = createLiveHub();
  const device = hub.topic<Row>('device');
  const wire = new TestWire();
  const client = new LiveClient();
  const console = new LiveConsole(wire, hub, 'en', () => time.ms);
  console.caller = { permissions: new Set(permissions), scope: { all: true } };
  const tick = (ms = 100) => {
    time.ms += ms;
    hub.state('device').seal();
    console.pump();
    const updates = wire.take();
    for (const update of updates) client.apply(update);
    return updates;
  };
  return { time, hub, device, wire, client, console, tick };
}

describe('frames', () => {
  test('a subscription is answered even if nothing was missed, then quiet until something changes', () => {
    const { console, client, device, tick } = setup();
    device.upsert({ id: 1, org: null, level: 0 });
    console.receive(client.subscribe());
    expect(tick()).toMatchObject([{ kind: 'snapshot', rows: [{ id: 1 }] }]);
    console.receive(client.subscribe());
    expect(tick()).toMatchObject([{ kind: 'delta', set: [], gone: [] }]);
    expect(tick()).toEqual([]);
  });

  test('a frame is sent at least once a second, so that the age of the data is known', () => {
    const { wire, console, time } = setup();
    const at: number[] = [];
    for (let i = 0; i < 50; i++) {
      time.ms += 100;
      console.pump();
      for (const message of wire.sent.splice(0)) if (message.type === 'frame') at.push(message.at);
    }
    expect(at.length).toBeGreaterThanOrEqual(5);
    for (const [i, one] of at.entries()) if (i > 0) expect(one - at[i - 1]!).toBeLessThanOrEqual(1000);
  });

  test('a slow console is sent nothing while its socket is full, then the newest state in one update', () => {
    const { wire, console, client, device, tick } = setup();
    device.upsert({ id: 1, org: null, level: 0 });
    console.receive(client.subscribe());
    tick();
    wire.bufferedAmount = MAX_BUFFERED_BYTES + 1;
    const before = wire.bytes;
    for (let level = 1; level <= 500; level++) {
      device.patch(1, { level });
      expect(tick()).toEqual([]);
    }
    expect(wire.bytes).toBe(before);
    wire.bufferedAmount = 0;
    expect(tick()).toMatchObject([{ kind: 'delta', set: [{ id: 1, level: 500 }] }]);
    expect(client.snapshots).toBe(1);
  });
});

describe('rights', () => {
  test('a topic without its permission is denied, and starts when the permission is given', () => {
    const { console, client, device, tick } = setup([]);
    device.upsert({ id: 1, org: null, level: 0 });
    console.receive(client.subscribe());
    expect(tick()).toMatchObject([{ kind: 'denied', code: 403 }]);
    expect(tick()).toEqual([]);
    console.caller = { permissions: new Set(['list_device']), scope: { all: true } };
    expect(tick()).toMatchObject([{ kind: 'snapshot', rows: [{ id: 1 }] }]);
    console.caller = { permissions: new Set([]), scope: { all: true } };
    expect(tick()).toMatchObject([{ kind: 'denied' }]);
    expect(client.rows.size).toBe(0);
  });

  test('the server sends no frame while the caller is unknown', () => {
    const { wire, console, client, device, tick } = setup();
    console.receive(client.subscribe());
    console.caller = null;
    device.upsert({ id: 1, org: null, level: 0 });
    tick(5_000);
    expect(wire.sent).toEqual([]);
  });
});

describe('bad consoles', () => {
  test.each([
    ['not JSON', '{'],
    ['an unknown type', '{"type":"drop table"}'],
    ['an unknown topic', '{"type":"subscribe","id":1,"topic":"password"}'],
    ['a wrong id', '{"type":"subscribe","id":-1,"topic":"device"}'],
    ['a message over 64 KiB', JSON.stringify({ type: 'ping', t0: 1, more: 'x'.repeat(70_000) })],
  ])('%s ends the connection', (_, data) => {
    const { console, wire } = setup();
    console.receive(data);
    expect(wire.closed?.code).toBe(1008);
  });

  test('more than 50 messages in a second end the connection, 50 in each second do not', () => {
    const { console, wire, time } = setup();
    for (let second = 0; second < 3; second++) {
      for (let i = 0; i < MAX_MESSAGES_PER_S; i++) console.receive('{"type":"ping","t0":1}');
      time.ms += 1000;
    }
    expect(wire.closed).toBeNull();
    for (let i = 0; i <= MAX_MESSAGES_PER_S; i++) console.receive('{"type":"ping","t0":1}');
    expect(wire.closed?.code).toBe(1008);
  });

  test('more than 32 subscriptions end it', () => {
    const { console, wire } = setup();
    for (let id = 1; id <= MAX_SUBSCRIPTIONS; id++)
      console.receive(JSON.stringify({ type: 'subscribe', id, topic: 'device' }));
    expect(wire.closed).toBeNull();
    console.receive(JSON.stringify({ type: 'subscribe', id: 99, topic: 'device' }));
    expect(wire.closed?.code).toBe(1008);
  });
});

describe('tickets', () => {
  test('are valid once, for 30 seconds, for their own login', () => {
    let now = 0;
    const tickets = createTickets(() => now);
    const first = tickets.issue({ sessionId: 7, accountId: 1, lang: 'kr' });
    const second = tickets.issue({ sessionId: 8, accountId: 1, lang: 'cn' });
    expect(tickets.take('guess')).toBeNull();
    expect(tickets.take(first)).toEqual({ sessionId: 7, accountId: 1, lang: 'kr' });
    expect(tickets.take(first)).toBeNull();
    now = TICKET_MS;
    expect(tickets.take(second)).toBeNull();
  });
});

test('names of the system are in the language of the reader, and follow its change', () => {
  const { console, client, device, tick } = setup();
  const named = { id: 1, org: null, level: 0, name: systemName('all_call', 'admin') };
  device.upsert(named);
  console.receive(client.subscribe());
  expect(tick()).toMatchObject([{ kind: 'snapshot', rows: [{ name: 'All-call: admin' }] }]);
  console.receive(JSON.stringify({ type: 'language', language: 'cn' }));
  expect(tick()).toMatchObject([{ kind: 'snapshot', rows: [{ name: 'admin 全区广播' }] }]);
  expect(tick()).toEqual([]);
});
