import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { sine, wav } from '../media/sounds.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

let site: RelaySite;
beforeAll(async () => {
  site = await startRelaySite();
}, 240_000);
afterAll(() => site.stop(), 60_000);

interface Answer {
  status: number;
  body: string;
  location: string;
  cookie: string;
}

/** Browser at the relay, with its cookie. */
class Browser {
  cookie = '';

  ask(path: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = form === undefined ? '' : new URLSearchParams(form).toString();
    const sent = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    return new Promise((resolve, reject) => {
      const call = request(
        new URL(path, site.relay.httpsUrl),
        {
          ...{ method: form === undefined ? 'GET' : 'POST', rejectUnauthorized: false },
          headers: { ...sent, cookie: this.cookie, ...headers },
        },
        (response) => {
          let text = '';
          response.on('data', (part) => {
            text += String(part);
          });
          response.on('end', () => {
            const [cookie = ''] = response.headers['set-cookie'] ?? [];
            const { location = '' } = response.headers;
            resolve({ status: response.statusCode ?? 0, body: text, location, cookie });
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  page = async () => (await this.ask('/console?lang=en')).body;
  do = async (action: string, plan = 0) =>
    (await this.ask('/console/do?lang=en', { action, plan: String(plan) })).location;
}

test('chosen accounts start and end an alarm at the relay while the line is cut; the server is told', async () => {
  const file = await site.api.upload(
    'leave.wav',
    wav({ rate: 48_000, channels: 1, seconds: 60 }, sine(440, 0.5)),
  );
  const hall = await site.adopted('HALL-1', site.zones.north);
  const leave = await site.api.post<{ id: number }>('/v1/linkage_task', {
    ...{ name: 'Leave', audio_source: 0, files: [file], devices: [hall.id] },
  });
  const { id: plan } = await site.api.post<{ id: number }>('/v1/alarm_plan', {
    ...{ name: 'Fire <b>', linkage_task_ids: [leave.id], reset_time: 0 },
  });
  const users = await site.api.get<{ rows: { id: number; code: string }[] }>('/v1/user?limit=10');
  const admin = users.rows.find(({ code }) => code === 'admin');
  const [relay] = (await site.overview()).relays;
  await site.api.put(`/v1/relay/${relay?.id}/people`, { accounts: [admin?.id], offline_days: 7 });
  await eventually(async () => {
    const stored = await readFile(join(site.relay.dataDir, 'site.json'), 'utf8');
    for (const part of ['Fire <b>', 'password_hash']) expect(stored).toContain(part);
    expect(site.relay.output()).toMatch(/"sounds":2,"msg":"all that is needed/);
  });
  const browser = new Browser();
  expect(await browser.page()).toContain('The line to the server is up');

  site.link.cut();
  await hall.client.closed();
  const client = await site.hello('HALL-1', { secret: hall.secret });
  await client.next('welcome');
  expect(await browser.page()).toContain('type="password"');
  const login = { code: 'admin', password: site.server.adminPassword };
  const wrong = await browser.ask('/console/login?lang=en', { ...login, password: 'guess' });
  expect(wrong.location).toContain('result=auth.wrongLogin');
  expect(wrong.cookie).toBe('');
  // Without a login nothing can be done, nor by a page of another origin.
  expect(await browser.do('start', plan)).not.toContain('result=');
  expect((await browser.ask('/console/login', login, { origin: 'https://other.example' })).status).toBe(403);
  const right = await browser.ask('/console/login?lang=en', login);
  expect(right.cookie).toMatch(/HttpOnly; Secure; SameSite=Strict/);
  [browser.cookie = ''] = right.cookie.split(';');
  const first = await browser.page();
  expect(first).toContain('Terminals: 1 of 1 connected');
  expect(first).toContain('Fire &lt;b&gt;');
  expect(await browser.do('acknowledge', plan)).toContain('result=relayConsole.notNow');

  expect(await browser.do('start', plan)).toContain('result=relayConsole.done');
  expect((await client.next('stream.open')).task_type).toBe(3);
  expect(await browser.page()).toContain('<span class="alarm">In alarm</span>');
  expect(await browser.do('acknowledge', plan)).toContain('result=relayConsole.done');
  expect(await browser.page()).toContain('acknowledged');
  expect(await browser.do('stop', plan)).toContain('result=relayConsole.done');
  await client.next('stream.close');
  expect(await browser.do('stop_all')).toContain('result=relayConsole.done');

  site.link.restore();
  await client.closed();
  const record = await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { id: number; state: string }[] }>('/v1/alarm_record');
    expect(rows).toMatchObject([{ state: 'not_started' }]);
    const path = `/v1/alarm_record/${rows[0]?.id}`;
    const found = await site.api.get<{ events: { kind: string; by: string }[] }>(path);
    expect(found.events.map(({ kind }) => kind)).toContain('stop');
    return found;
  });
  const byHand = record.events.filter(({ kind }) => ['start', 'acknowledge', 'stop'].includes(kind));
  expect(byHand.map(({ kind }) => kind)).toEqual(['start', 'acknowledge', 'stop']);
  expect(byHand.every(({ by }) => by !== '')).toBe(true);
  await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { action: string; entity: string; account_code: string }[] }>(
      '/v1/audit?limit=200',
    );
    const own = rows.filter(({ account_code }) => account_code === 'admin');
    const of = (entity: string) => own.filter((row) => row.entity === entity).map(({ action }) => action);
    expect(of('relay')).toEqual(expect.arrayContaining(['edit', 'login', 'stop']));
    expect(of('alarm_plan')).toEqual(expect.arrayContaining(['start', 'acknowledge', 'stop']));
  });
  expect(await browser.page()).toContain('The line to the server is up');
}, 120_000);
