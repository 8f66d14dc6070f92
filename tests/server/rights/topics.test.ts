import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { firstRoles } from '../../../contract/api/firstRoles.ts';
import type { LiveUpdate, ToConsole, TopicName } from '../../../contract/api/live.ts';
import { topicNames } from '../../../contract/api/live.ts';
import {
  fieldPermissions,
  hasPermission,
  permissionKeys,
  secretFields,
  topicPermissions,
  withheld,
} from '../../../contract/api/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { fieldNames, isAddressField } from './fields.ts';
import { makeSamples, type Samples } from './samples.ts';
import { tokenOf } from './walk.ts';

let site: AirSite;
let samples: Samples;
const open: WebSocket[] = [];
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await site.close();
});

const socketUrl = () => site.url.replace(/\/v1\/terminal.*/, '/v1/socket');

/** First response to a subscription of every topic, by topic. */
async function subscribed(token: string): Promise<Map<TopicName, LiveUpdate>> {
  const { body } = await site.call('POST', '/v1/socket/ticket', { token });
  const socket = new WebSocket(`${socketUrl()}?ticket=${(body.value as { ticket: string }).ticket}`);
  open.push(socket);
  const first = new Map<TopicName, LiveUpdate>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ToConsole;
    if (message.type !== 'frame') return;
    for (const update of message.updates) {
      const topic = topicNames[update.id - 1];
      if (topic !== undefined && !first.has(topic)) first.set(topic, update);
    }
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  for (const [i, topic] of topicNames.entries())
    socket.send(JSON.stringify({ type: 'subscribe', id: i + 1, topic }));
  await eventually(() => expect([...first.keys()].sort()).toEqual([...topicNames].sort()));
  socket.terminate();
  return first;
}

const idsOf = (update: LiveUpdate | undefined) =>
  update?.kind === 'snapshot' ? update.rows.map((row) => row.id) : [];

describe('every live topic', () => {
  test('declares its permission, and the zone of its rows', () => {
    expect(Object.keys(topicPermissions).sort()).toEqual([...topicNames].sort());
    for (const keys of Object.values(topicPermissions))
      for (const key of keys) expect(permissionKeys).toContain(key);
    const unknown = site.deps.live.published().filter((topic) => samples.rows[topic] === undefined);
    expect(unknown, 'say in tests/server/rights/samples.ts to which zone rows of these belong').toEqual([]);
  });

  test('without a ticket, with an invalid one, or with an expired login there is no socket', async () => {
    const refused = (query: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(socketUrl() + query);
        open.push(socket);
        socket.on('error', () => {});
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      });
    expect(await refused('')).toBe(400);
    expect(await refused('?ticket=made-up')).toBe(401);
    const expired = await site.call('POST', '/v1/socket/ticket', { token: await tokenOf(site, 'admin', -1) });
    expect([expired.status, expired.body.code]).toEqual([401, 998]);
  });

  test.each(Object.keys(firstRoles))(
    'the role %s gets the topics of its permissions, and a refusal for the rest',
    async (code) => {
      const name = `topic${code}`;
      await site.limited(name, site.top(), code);
      const held = new Set<string>(firstRoles[code as keyof typeof firstRoles].permissions);
      for (const [topic, update] of await subscribed(await tokenOf(site, name))) {
        const may = hasPermission(held, topicPermissions[topic]);
        expect(update.kind === 'denied', topic).toBe(!may);
        if (update.kind === 'denied') expect(update.code, topic).toBe(403);
      }
    },
  );

  test('with all permissions in the wrong zone no row of another zone is sent; in the right one it is', async () => {
    await site.limited('southtopic', samples.south);
    await site.limited('northtopic', samples.north);
    const south = await subscribed(await tokenOf(site, 'southtopic'));
    const north = await subscribed(await tokenOf(site, 'northtopic'));
    const scoped = site.deps.live.published().filter((topic) => typeof samples.rows[topic] === 'object');
    expect(scoped).toEqual(expect.arrayContaining(['device', 'caster', 'partition', 'task', 'fault']));
    for (const topic of scoped) {
      const { id } = samples.rows[topic] as { id: number };
      expect(idsOf(north.get(topic)), topic).toContain(id);
      expect(idsOf(south.get(topic)), topic).not.toContain(id);
    }
  });

  test('no row has a forbidden field, or an undeclared address', async () => {
    for (const [topic, update] of await subscribed(site.token)) {
      const names = fieldNames(update.kind === 'snapshot' ? update.rows : []);
      for (const secret of secretFields) expect(names, topic).not.toContain(secret);
      for (const name of names.filter(isAddressField))
        expect(Object.keys(fieldPermissions), `${topic}.${name}`).toContain(name);
    }
  });

  test('addresses are sent only with their permission', async () => {
    const permissions = permissionKeys.filter((key) => key !== 'list_client_address');
    await site.post('/v1/role', { code: 'unaddressed', name: 'U', permissions });
    await site.limited('unaddressed', site.top(), 'unaddressed');
    const seen = await subscribed(await tokenOf(site, 'unaddressed'));
    expect(JSON.stringify([...seen.values()])).not.toContain('127.0.0.1');
    const { id } = samples.rows.device as { id: number };
    const rowOf = (update: LiveUpdate | undefined) =>
      update?.kind === 'snapshot' ? update.rows.find((row) => row.id === id) : undefined;
    expect(rowOf(seen.get('device'))).toMatchObject({ client_ip: withheld });
    const all = await subscribed(site.token);
    expect(rowOf(all.get('device'))).toMatchObject({ client_ip: '127.0.0.1' });
  });
});
