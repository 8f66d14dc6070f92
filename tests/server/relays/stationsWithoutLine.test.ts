import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { eventually } from '../../support/eventually.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

/** An Opus packet of 20 ms, mono, silent. */
const PACKET = Uint8Array.of(0x78, 0xff, 0xfe);

let site: RelaySite;
beforeAll(async () => {
  site = await startRelaySite();
}, 240_000);
afterAll(() => site.stop(), 60_000);

async function again(code: string, role: 0 | 1, one: { client: TerminalClient; secret: string }) {
  await one.client.closed();
  one.client = await site.hello(code, { role, secret: one.secret });
  await one.client.next('welcome');
}

test('call stations page zones and call each other while the line is cut; the server is told of both', async () => {
  const hall = await site.adopted('HALL-1', site.zones.north);
  const desk = await site.adopted('DESK-1', site.zones.north, { role: 1 });
  const gate = await site.adopted('GATE-1', site.zones.north, { role: 1 });
  await site.api.patch(`/v1/caster/${gate.id}`, { call_number: '42' });
  await eventually(async () => {
    const plan = JSON.parse(await readFile(join(site.relay.dataDir, 'site.json'), 'utf8')).plan;
    const own = { pages: [site.zones.north], calls: [site.zones.north] };
    expect(plan.stations).toEqual([
      { id: desk.id, ...own },
      { id: gate.id, ...own },
    ]);
    expect(JSON.stringify(plan.terminals)).toContain('"42"');
  });
  site.link.cut();
  await Promise.all([again('HALL-1', 0, hall), again('DESK-1', 1, desk), again('GATE-1', 1, gate)]);

  const { orgs } = await desk.client.next('talk.targets');
  expect(orgs).toEqual([{ id: site.zones.north, name: 'North', parent: null }]);
  desk.client.send({ type: 'talk.start', request: 1, targets: { orgs: [site.zones.north] } });
  const { stream } = await desk.client.next('talk.granted');
  let at_us = 0;
  const speaking = setInterval(() => {
    at_us += 20_000;
    desk.client.socket.send(encodeAudioFrame({ stream, at_us, packets: [PACKET] }));
  }, 20);
  try {
    expect((await hall.client.next('stream.open')).title).toContain('DESK-1');
    await hall.client.until(() => hall.client.frames.length > 3, 'speech of the station');
  } finally {
    clearInterval(speaking);
  }
  desk.client.send({ type: 'talk.stop', stream });
  await desk.client.next('talk.ended');

  desk.client.send({ type: 'call.dial', number: '42' });
  const ringing = await gate.client.next('call.state');
  expect(ringing).toMatchObject({ state: 'ringing', peer: { name: 'DESK-1' } });
  gate.client.send({ type: 'call.answer', call: ringing.call });
  // The stream is in the message after the first one.
  const heard = await eventually(async () => {
    const state = await gate.client.next('call.state');
    expect(state).toMatchObject({ state: 'talking', stream: expect.any(Number) });
    return state;
  });
  expect(heard.peer).toMatchObject({ name: 'DESK-1' });
  gate.client.send({ type: 'call.hangup', call: ringing.call });

  site.link.restore();
  await Promise.all([hall, desk, gate].map(({ client }) => client.closed()));
  await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { name: string; task_type: number }[] }>(
      '/v1/task_log?limit=100',
    );
    expect(rows.map(({ task_type }) => task_type)).toEqual(expect.arrayContaining([2, 888]));
  });
}, 120_000);
