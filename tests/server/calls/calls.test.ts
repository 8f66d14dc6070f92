import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { ToListener } from '../../../contract/protocol/listen.ts';
import type { Terminal } from '../../../terminal/headless/terminal.ts';
import { Recording } from '../../support/recording.ts';
import { type CallSite, startCallSite } from './callSite.ts';

let site: CallSite;
beforeAll(async () => {
  site = await startCallSite();
});
afterEach(() => site.stopStations());
afterAll(() => site.close());

/** Administrative actions that end a station. */
const waysOut: [string, (id: number) => Promise<unknown>][] = [
  [
    'is disabled',
    (id) => site.call('PATCH', `/v1/caster/${id}`, { token: site.token, body: { disabled: true } }),
  ],
  [
    'gets another password',
    (id) => {
      const body = { password: 'desk9phone', confirmPassword: 'desk9phone' };
      return site.call('PATCH', `/v1/caster/${id}`, { token: site.token, body });
    },
  ],
  ['is deleted', (id) => site.call('DELETE', `/v1/caster/${id}`, { token: site.token })],
];
test.each(waysOut)('a call ends when one of its stations %s', async (_, shutOut) => {
  const a = await site.station({}, { kind: 'caster' });
  const b = await site.station();
  a.caller.dial(b.number);
  await b.is('ringing');
  b.caller.answer();
  await a.is('talking');
  const before = performance.now();
  await shutOut(a.id);
  await b.is('over');
  console.log(`call over after ${Math.round(performance.now() - before)} ms`);
  expect(site.calls()).toEqual([]);
});

describe('two stations', () => {
  test('call each other: ringing, answer, sound both ways as two broadcasts of type 888, end', async () => {
    const [heardByA, heardByB] = [new Recording(), new Recording()];
    const a = await site.station({ priority: 3, call_mode: 'low_latency' }, { listen: heardByA.listen });
    const b = await site.station({}, { listen: heardByB.listen });
    a.caller.dial(b.number);
    await a.is('calling');
    await b.is('ringing');
    expect(b.view()).toMatchObject({ peer: { name: a.code, number: a.number } });
    expect(site.calls()).toMatchObject([
      {
        state: 'ringing',
        caller: a.id,
        callees: [b.id],
        priority: 3,
        mode: 'low_latency',
        answered_at: null,
      },
    ]);
    b.caller.answer();
    await a.is('talking');
    await b.is('talking');
    expect(site.calls()).toMatchObject([
      { state: 'talking', callees: [b.id], answered_at: expect.any(Number) },
    ]);
    const loud = (t: Terminal) => (t.sound().level_db ?? -200) > -60;
    await Promise.all([a.terminal.until(loud), b.terminal.until(loud)]);
    for (const heard of [heardByA, heardByB]) await expect.poll(() => heard.firstSound(0)).not.toBeNull();
    const stored = async () =>
      (
        await site.database.pool.query(
          'select distinct task_type, device_code from broadcast where device_code in ($1, $2) order by device_code',
          [a.code, b.code],
        )
      ).rows;
    // Sounds first, stored in the background.
    await expect.poll(stored, { timeout: 20_000 }).toEqual([
      { task_type: 888, device_code: a.code },
      { task_type: 888, device_code: b.code },
    ]);
    await expect
      .poll(() => site.liveOf('dialogue', a.id)?.status)
      .toMatchObject({ state: 'talking', peer: b.code });
    b.caller.hangUp();
    await a.is('over');
    await b.is('over');
    expect(site.calls()).toEqual([]);
    await expect
      .poll(
        async () =>
          (await site.database.pool.query("select 1 from broadcast where state <> 'ended'")).rowCount,
      )
      .toBe(0);
  });

  test('get the reason why a call fails', async () => {
    const a = await site.station({}, {});
    const { terminal, id, number } = await site.station();
    const over = async (dialled: string, message: string) => {
      a.caller.dial(dialled);
      await a.terminal.until(
        () => a.view().phase === 'over' && (a.view() as { message: string }).message === message,
      );
    };
    await over('99999', '号码不存在');
    await over(a.number, '不能呼叫自己');
    const other = await site.station();
    site.deps.calls.dial(site.deps.terminals.directory.byId(other.id) as never, number);
    await over(number, '对方正忙');
    terminal.stop();
    await expect.poll(() => site.liveOf('dialogue', id)?.online).toBe(false);
    await over(number, '对方不在线');
  });

  test('are reached by dialogue code and by quick number; a station cannot have itself as callee', async () => {
    const a = await site.station();
    const b = await site.station({ dialogue_code: 'ABCD0123' }, { answer: 'auto' });
    a.caller.dial('abcd0123');
    await a.is('talking');
    const self = await site.call('PATCH', `/v1/dialogue/${b.id}`, {
      token: site.token,
      body: { callee: 'ABCD0123' },
    });
    expect(self.body).toMatchObject({ code: 400, key: 'call.self' });
    const twice = await site.call('PATCH', `/v1/dialogue/${a.id}`, {
      token: site.token,
      body: { dialogue_code: 'ABCD0123' },
    });
    expect(twice.status).toBe(409);
  });

  test('connected directly talk at once; losing one ends the call', async () => {
    const a = await site.station({ call_mode: 'through' });
    const b = await site.station();
    a.caller.dial(b.number);
    await b.is('talking');
    b.terminal.stop();
    await a.is('over');
    expect(site.calls()).toEqual([]);
  });
});

test('a virtual caster rings its casters; the first to answer talks', async () => {
  const a = await site.station();
  const [b, c] = [await site.station({}, { kind: 'caster' }), await site.station({}, { kind: 'caster' })];
  const body = { name: 'Reception', call_number: '700', casters: [b.id, c.id] };
  expect((await site.post('/v1/virtual_caster', body)).status).toBe(200);
  a.caller.dial('700');
  await Promise.all([b.is('ringing'), c.is('ringing')]);
  expect(site.calls()).toMatchObject([{ callee_name: 'Reception', callees: [b.id, c.id] }]);
  c.caller.answer();
  await Promise.all([c.is('talking'), a.is('talking'), b.is('over')]);
  expect(site.calls()).toMatchObject([{ callees: [c.id] }]);
});

test('a headless station dials a page code, is heard, and ends it by hanging up', async () => {
  const a = await site.station({}, { kind: 'caster' });
  const { client, id } = await site.adopted('CALL-COLUMN');
  const body = { code: '4711', name: 'Column', action: 'page', devices: [id] };
  expect((await site.post('/v1/quick_code', body)).body.code).toBe(200);
  a.caller.dial('4711');
  await a.terminal.until(({ session }) => session.sender.talk.phase === 'speaking');
  expect(await client.next('stream.open')).toMatchObject({ task_type: 2 });
  await expect.poll(() => client.frames.length).toBeGreaterThan(10);
  a.terminal.session.hangUp();
  await a.terminal.until(({ session }) => session.sender.talk.phase === 'idle');
  await client.next('stream.close');
});

test('a caster cannot call outside the zones of its account', async () => {
  const [east, west] = [await site.zone('Call east'), await site.zone('Call west')];
  const a = await site.station({ orgs: [east] }, { kind: 'caster', org: east });
  const [near, far] = [await site.station({}, { org: east }), await site.station({}, { org: west })];
  a.caller.dial(far.number);
  await a.is('over');
  a.caller.dial(near.number);
  await near.is('ringing');
});

test('a person with the permission lets a station call, and ends its call; the audit log has both', async () => {
  const a = await site.station();
  const b = await site.station({}, { answer: 'auto' });
  const made = await site.post(`/v1/dialogue/${a.id}/call`, { number: b.number });
  expect(made.body.code).toBe(200);
  await a.is('talking');
  expect((await site.post(`/v1/dialogue/${a.id}/call`, { number: b.number })).body.key).toBe('call.end.busy');
  expect((await site.post(`/v1/dialogue/${b.id}/hang_up`, {})).body.code).toBe(200);
  await a.is('over');
  expect((await site.post(`/v1/dialogue/${b.id}/hang_up`, {})).body.key).toBe('call.noCall');
  const { rows } = await site.database.pool.query(
    "select action from audit where entity = 'dialogue' and entity_id in ($1, $2) and action in ('call', 'hang_up') order by id",
    [a.id, b.id],
  );
  expect(rows).toEqual([{ action: 'call' }, { action: 'hang_up' }]);
});

test('a listener hears both sides of a call until it ends; both are notified; not with one in another zone', async () => {
  const [east, west] = [await site.zone('Heard east'), await site.zone('Heard west')];
  const a = await site.station({}, { org: east });
  const b = await site.station({}, { answer: 'auto', org: west });
  const eastern = await site.limited('eastern-ear', east, 'operator');
  const open = async (token: string) => {
    const answer = await site.call('POST', '/v1/listen/ticket', { token, body: {} });
    const { ticket } = answer.body.value as { ticket: string };
    const socket = new WebSocket(`ws://${new URL(site.url).host}/v1/listen?ticket=${ticket}`);
    const messages: ToListener[] = [];
    const streams = new Set<number>();
    const state = { closed: false };
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) streams.add(decodeAudioFrame(new Uint8Array(data))?.stream ?? 0);
      else messages.push(JSON.parse(String(data)) as ToListener);
    });
    socket.on('close', () => {
      state.closed = true;
    });
    await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
    return { socket, messages, streams, state };
  };
  const listen = JSON.stringify({ type: 'listen', terminal: a.id, what: 'call' });
  const listener = await open(site.token);
  listener.socket.send(listen);
  await expect.poll(() => listener.messages[0]).toMatchObject({ type: 'listen.refused' });
  a.caller.dial(b.number);
  await a.is('talking');
  await b.is('talking');
  listener.socket.send(listen);
  await expect.poll(() => listener.streams.size).toBe(2);
  for (const { terminal } of [a, b]) await terminal.until((t) => t.session.sender.listeners.count === 1);
  const half = await open(eastern);
  half.socket.send(listen);
  await expect.poll(() => half.messages[0]).toMatchObject({ type: 'listen.refused' });
  half.socket.close();
  a.caller.hangUp();
  await expect.poll(() => listener.state.closed).toBe(true);
  for (const { terminal } of [a, b]) await terminal.until((t) => t.session.sender.listeners.count === 0);
});
