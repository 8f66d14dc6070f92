import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { startAirSite } from '../broadcast/airSite.ts';
import { cap, capTime, secret, send, signed } from './messages.ts';

let site: Awaited<ReturnType<typeof startAirSite>>;
let plan: number;
let zone: number;

/** External system: records notifications, and serves alerts. */
let other: Server;
let received: { headers: IncomingMessage['headers']; body: string }[] = [];
let answers = 200;
const documents = new Map<string, string>();
const at = (path: string) => `http://127.0.0.1:${(other.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  site = await startAirSite({ allow: '127.0.0.1' });
  zone = await site.zone('House');
  const hall = await site.adopted('HALL', zone);
  const id = async (path: string, body: object) =>
    ((await site.post(path, { org: zone, ...body })).body.value as { id: number }).id;
  const task = await id('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
  plan = await id('/v1/alarm_plan', { name: 'Fire', linkage_task_ids: [task] });
  other = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method === 'POST') received.push({ headers: request.headers, body });
      const found = documents.get(request.url ?? '');
      response.writeHead(request.method === 'GET' && found === undefined ? 404 : answers).end(found);
    });
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await site.close();
  other.close();
});

const make = async (body: object) => {
  const answer = await site.post('/v1/integration', { org: zone, ...body });
  expect(answer.body).toMatchObject({ code: 200 });
  expect(JSON.stringify(answer.body)).not.toContain(secret);
  return (answer.body.value as { id: number }).id;
};
const alarm = () =>
  site.deps.live
    .topic<AlarmLive>('alarm')
    .snapshot()
    .find((one) => one.plan_id === plan);
const faults = () =>
  site.deps.live
    .topic<Fault>('fault')
    .snapshot()
    .filter(({ kind }) => kind === 'integration');
const ended = async () => {
  await site.post(`/v1/alarm_plan/${plan}/stop`, {});
  await expect.poll(alarm).toBeUndefined();
};
const post = (path: string, body: string, headers: Record<string, string>) =>
  send(new URL(path, site.url.replace(/^ws/, 'http')), body, headers);

test('a signed message starts and stops its plan, once; other messages get no information', async () => {
  const id = await make({ name: 'Sprinkler', kind: 'webhook_in', alarm_plan: plan, secret });
  const path = `/v1/integration/${id}/trigger`;
  const start = JSON.stringify({ action: 'start', text: 'Pressure lost' });
  const stranger = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  for (const headers of [
    {},
    signed(start, { by: stranger }),
    signed(`${start} `),
    signed(start, { when: new Date(Date.now() - 600_000) }),
  ])
    expect(await post(path, start, headers as Record<string, string>)).toMatchObject({
      status: 403,
      key: 'integration.signature',
    });
  expect((await post('/v1/integration/99999/trigger', start, signed(start))).status).toBe(403);
  expect(alarm()).toBeUndefined();

  const headers = signed(start);
  expect(await post(path, start, headers)).toMatchObject({ code: 200 });
  expect(alarm()).toMatchObject({ origin: { kind: 'webhook', by: 'Sprinkler', text: 'Pressure lost' } });
  expect(await post(path, start, headers)).toMatchObject({ code: 409, key: 'integration.replay' });
  for (const bad of ['{"action":"burn"}', '{', '', '[]'])
    expect((await post(path, bad, signed(bad))).code).toBe(400);
  const stop = JSON.stringify({ action: 'stop' });
  expect(await post(path, stop, signed(stop))).toMatchObject({ code: 200 });
  await expect.poll(alarm).toBeUndefined();
  // Refused by the workflow: the same message may be sent again.
  const early = signed(stop, { id: 'again' });
  expect((await post(path, stop, early)).code).toBe(999);
  expect((await post(path, stop, early)).code).toBe(999);
  await site.call('PATCH', `/v1/integration/${id}`, { token: site.token, body: { enabled: false } });
  expect(await post(path, start, signed(start))).toMatchObject({ code: 999, key: 'integration.disabled' });
});

test('an alert starts its mapped plan, its cancellation ends it, and duplicates are ignored', async () => {
  const mappings = [{ event: 'fire', severity: 'Severe', area: 'hills', alarm_plan: plan }];
  const id = await make({ name: 'Met office', kind: 'cap', mappings, secret });
  const path = `/v1/integration/${id}/cap`;
  const bearer = { authorization: `Bearer ${secret}` };
  const sent = capTime(Date.now());
  expect((await post(path, cap(), {})).status).toBe(403);
  expect(await post(path, cap({ sent }), bearer)).toMatchObject({ code: 200, value: { started: 1 } });
  expect(alarm()).toMatchObject({ drill: 'none', origin: { kind: 'cap', text: 'Fire in the hills' } });
  expect(await post(path, cap({ sent }), bearer)).toMatchObject({ code: 409 });
  const cancel = cap({ id: 'A2', type: 'Cancel', references: `met@example.org,A1,${sent}` });
  expect(await post(path, cancel, signed(cancel))).toMatchObject({ code: 200, value: { ended: 1 } });
  await expect.poll(alarm).toBeUndefined();

  expect(await post(path, cap({ id: 'T', status: 'Test' }), bearer)).toMatchObject({
    value: { ignored: 'test' },
  });
  expect(
    await post(path, cap({ id: 'O', sent: capTime(Date.now() - 2 * 86_400_000) }), bearer),
  ).toMatchObject({ key: 'integration.stale' });
  expect(await post(path, cap({ id: 'X' }).replace('Wildfire', 'Flood'), bearer)).toMatchObject({
    value: { ignored: 'unmatched' },
  });
  expect(await post(path, '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', bearer)).toMatchObject({
    code: 400,
    key: 'integration.badXml',
  });
  expect(alarm()).toBeUndefined();
  expect(await post(path, cap({ id: 'E', status: 'Exercise' }), bearer)).toMatchObject({
    value: { started: 1 },
  });
  expect(alarm()).toMatchObject({ drill: 'silent' });
  await ended();
});

test('a feed of alerts is polled, each read once; failures are a fault until it works', async () => {
  documents.set(
    '/feed',
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/one.xml"/></entry></feed>`,
  );
  const id = await make({
    name: 'Feed',
    kind: 'cap',
    url: at('/feed'),
    poll_s: 10,
    mappings: [{ alarm_plan: plan }],
  });
  await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Feed']);
  documents.set('/one.xml', cap({ id: 'P1' }));
  await expect.poll(() => alarm()?.origin.by, { timeout: 30_000 }).toBe('Feed');
  await expect.poll(faults).toEqual([]);
  await ended();
  await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
});

test('an alert that is invalid, missing or without an address does not block others of its feed', async () => {
  const entries = ['/none.xml', 'http://[', '/broken.xml', '/good.xml'].map(
    (to) => `<entry><link href="${to}"/></entry>`,
  );
  documents.set('/mixed', `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`);
  documents.set('/broken.xml', '<alert>');
  documents.set('/good.xml', cap({ id: 'M1' }));
  const id = await make({
    name: 'Mixed',
    kind: 'cap',
    url: at('/mixed'),
    poll_s: 10,
    mappings: [{ alarm_plan: plan }],
  });
  await expect.poll(() => alarm()?.origin.by, { timeout: 30_000 }).toBe('Mixed');
  await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Mixed']);
  await ended();
  await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
});

test('alerts are fetched from the configured host only: another host is a fault until it is disabled', async () => {
  const elsewhere = at('/there.xml').replace('127.0.0.1', 'localhost');
  documents.set('/there.xml', cap({ id: 'E1' }));
  documents.set(
    '/leads-away',
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${elsewhere}"/></entry></feed>`,
  );
  const id = await make({
    name: 'Away',
    kind: 'cap',
    url: at('/leads-away'),
    poll_s: 10,
    mappings: [{ alarm_plan: plan }],
  });
  await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Away']);
  const { body } = await site.call('GET', `/v1/integration/${id}`, { token: site.token });
  expect((body.value as { last_error: string }).last_error).toContain('integration.otherHost');
  expect(alarm()).toBeUndefined();
  await site.call('PATCH', `/v1/integration/${id}`, { token: site.token, body: { enabled: false } });
  await expect.poll(faults).toEqual([]);
  await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
});

test('notifications are sent, signed, until accepted; events outside the zone are not sent', async () => {
  const elsewhere = await site.zone('Elsewhere');
  await make({ name: 'Pager', kind: 'webhook_out', url: at('/hook'), secret });
  await make({ name: 'Deaf', kind: 'webhook_out', url: at('/hook'), org: elsewhere, secret });
  received = [];
  answers = 503;
  await site.post(`/v1/alarm_plan/${plan}/start`, {});
  await expect.poll(() => received.length).toBeGreaterThan(0);
  await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Pager']);
  answers = 200;
  const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  const [first] = received;
  const id = first?.headers['webhook-id'];
  await expect.poll(() => received.filter(({ headers }) => headers['webhook-id'] === id).length).toBe(2);
  await ended();
  await expect.poll(types).toContain('alarm.ended');
  for (const { headers, body } of received)
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  expect(received.map(({ body }) => body).join()).toContain('"plan_name":"Fire"');
  await expect.poll(faults).toEqual([]);
});

test('forms report missing fields; secrets are never returned, nor logged', async () => {
  for (const [body, path] of [
    [{ name: 'a', kind: 'webhook_out', url: at('/'), secret: 'short' }, 'secret'],
    [{ name: 'a', kind: 'webhook_out', url: at('/') }, 'secret'],
    [{ name: 'a', kind: 'webhook_out', secret }, 'url'],
    [{ name: 'a', kind: 'webhook_in', secret }, 'alarm_plan'],
    [{ name: 'a', kind: 'cap', secret }, 'mappings'],
  ] as const) {
    const answer = await site.post('/v1/integration', { org: zone, ...body });
    expect(answer.body.code).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(path);
  }
  expect(
    (await site.post('/v1/integration', { name: 'a', kind: 'webhook_in', secret, alarm_plan: 9999 })).body
      .code,
  ).toBe(404);
  const list = await site.call('GET', '/v1/integration?limit=100', { token: site.token });
  const found = (list.body.value as { rows: object[] }).rows;
  expect(found.length).toBeGreaterThan(2);
  expect(found[0]).toHaveProperty('has_secret');
  const { rows } = await site.database.pool.query(
    "select after::text from audit where entity = 'integration'",
  );
  for (const text of [JSON.stringify(list.body), JSON.stringify(rows)]) expect(text).not.toContain(secret);
});
