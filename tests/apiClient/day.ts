/**
 * A day's work of a client that knows nothing of this repository but the types made from its OpenAPI document:
 *
 *     node day.ts URL PASSWORD
 *
 * Prints what it has seen as one line of JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
// Made by the test, beside a copy of this file.
import type { paths } from './api.d.ts';

const [baseUrl = '', password = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { lang: 'en' } });

/** The types of `openapi-fetch` leave out a value that is always null. */
interface Answer<T> {
  data?: { code: number; value?: T };
  error?: unknown;
}

/** Value of a successful answer. @throws Error with the answer of the server otherwise */
async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.value as T;
}

/** Asks until there is what is waited for, at most two minutes. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(100)) {
    const found = await ask();
    if (found !== undefined) return found;
  }
  throw new Error(`no ${what}`);
}

/** Half a minute of a tone: 16 bit, mono, 16 kHz. */
function tone(): Blob {
  const rate = 16_000;
  const samples = Int16Array.from({ length: 30 * rate }, (_, n) => 8_000 * Math.sin((n / rate) * 2_765));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  [16, 0x0001_0001, rate, rate * 2, 0x0010_0002].forEach((word, n) => {
    header.writeUInt32LE(word, 16 + 4 * n);
  });
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return new Blob([header, samples]);
}

const { token, code } = await value(
  api.POST('/v1/login', { body: { username: 'admin', password, by_url: false } }),
);
api.use({
  onRequest({ request }) {
    request.headers.set('access_token', token);
  },
});

const { rows: zones } = await value(api.GET('/v1/partition'));
const top = zones.find(({ parent_id }) => parent_id === null);
const zone = await value(
  api.POST('/v1/partition', { body: { name: 'Hall', code: 'HALL', parent_id: top?.id ?? null } }),
);

const found = await until('terminal', async () => (await value(api.GET('/v1/terminal_found'))).rows[0]);
const adopted = await value(
  api.POST('/v1/terminal_found/{id}/adopt', {
    params: { path: { id: found.id } },
    body: { name: 'Hall left', org: zone.id },
  }),
);
const device = await until('device that is online', async () => {
  const { rows } = await value(api.GET('/v1/device', { params: { query: { q: 'Hall' } } }));
  return rows.find(({ id, presence }) => id === adopted.id && presence.online);
});

const { files } = await value(
  api.POST('/v1/file/upload', {
    // The types call a file a string; the serializer decides what is sent.
    body: { file: 'bell.wav' },
    bodySerializer({ file: name }) {
      const form = new FormData();
      form.append('file', tone(), name);
      return form;
    },
  }),
);
const uploaded = files[0]?.file;
if (uploaded == null) throw new Error(JSON.stringify(files));
const file = await until('file that is built', async () => {
  const one = await value(api.GET('/v1/file/{id}', { params: { path: { id: uploaded.id } } }));
  return one.build_status === 'built' ? one : undefined;
});

const broadcast = await value(
  api.POST('/v1/task', {
    body: { name: 'Morning', audio_source: 0, files: [file.id], devices: [device.id], loop: 1 },
  }),
);
const path = { id: broadcast.id };
const playing = await until('sound', async () => {
  const one = await value(api.GET('/v1/task/{id}', { params: { path } }));
  return one.heard === 1 ? one : undefined;
});
await value(api.POST('/v1/task/{id}/stop', { params: { path } }));

const message = await value(
  api.POST('/v1/linkage_task', {
    body: { name: 'Leave', org: zone.id, audio_source: 1, textContent: 'Please leave.', orgs: [zone.id] },
  }),
);
const plan = await value(
  api.POST('/v1/alarm_plan', {
    body: { name: 'Fire', org: zone.id, priority: 90, linkage_task_ids: [message.id] },
  }),
);
const ofPlan = { params: { path: { id: plan.id } } };
const { alarm_id } = await value(
  api.POST('/v1/alarm_plan/{id}/start', { ...ofPlan, body: { drill: 'silent', desc: 'Monthly drill' } }),
);
await until('alarm', async () => {
  const { status } = await value(api.GET('/v1/alarm_plan/{id}', ofPlan));
  return status === 'alarming' ? true : undefined;
});
await value(api.POST('/v1/alarm_plan/{id}/stop', ofPlan));
const record = await until('record of the alarm', async () => {
  const one = await value(api.GET('/v1/alarm_record/{id}', { params: { path: { id: alarm_id } } }));
  return one.state === 'not_started' ? one : undefined;
});

const { rows: faults } = await value(api.GET('/v1/fault'));
const { rows: runs } = await value(api.GET('/v1/task_log'));
const { rows: changes } = await value(api.GET('/v1/audit'));
const refused = await api.GET('/v1/device/{id}', { params: { path: { id: 2_000_000_000 } } });

// @ts-expect-error A field that the operation does not have.
await api.POST('/v1/partition', { body: { name: 'Hall', codes: 'HALL', parent_id: null } });
// @ts-expect-error A code that the field does not take.
await api.POST('/v1/alarm_plan/{id}/start', { ...ofPlan, body: { drill: 'loud' } });

await value(api.POST('/v1/logout'));
const after = await api.GET('/v1/device');

process.stdout.write(
  `${JSON.stringify({
    code,
    terminal: { name: device.name, zone: device.org === zone.id },
    file: { name: file.name, duration_ms: file.duration_ms },
    broadcast: { name: playing.name, state: playing.state },
    alarm: { name: record.plan_name, drill: record.drill, ended: record.ended_how },
    faults: faults.length,
    runs: runs.map(({ task_name }) => task_name),
    changes: changes.map(({ entity }) => entity),
    refused: refused.error?.code,
    after: after.error?.code,
  })}\n`,
);
