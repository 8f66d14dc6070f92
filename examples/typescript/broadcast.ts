/**
 * Plays a file of the library at one terminal and waits until it is heard.
 *
 *     node broadcast.ts URL USER PASSWORD TERMINAL FILE
 *
 * TERMINAL is the code of the terminal, FILE the name of the file.
 */
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const LIMIT_MS = 120_000;
const [baseUrl = '', username = '', password = '', code = '', name = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { lang: 'en' } });

/** Value of a successful answer. @throws Error with the answer of the server otherwise */
async function value<T>(
  answer: Promise<{ data?: { code: number; value?: T }; error?: unknown }>,
): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.value as T;
}

const { token } = await value(api.POST('/v1/login', { body: { username, password, by_url: false } }));
api.use({
  onRequest({ request }) {
    request.headers.set('access_token', token);
  },
});

const { rows: devices } = await value(api.GET('/v1/device', { params: { query: { q: code } } }));
for (const one of devices)
  console.log(`${one.code}  ${one.name}  ${one.presence.online ? 'online' : 'offline'}`);
const device = devices.find((one) => one.code === code);
if (device === undefined) throw new Error(`no terminal ${code}`);
const { rows: files } = await value(api.GET('/v1/file', { params: { query: { q: name } } }));
const file = files.find((one) => one.name === name);
if (file === undefined) throw new Error(`no file ${name}`);

const { id } = await value(
  api.POST('/v1/task', {
    body: { name: 'Example', audio_source: 0, files: [file.id], devices: [device.id] },
  }),
);
const path = { id };
// `heard` counts the terminals whose reports prove that they play.
const heard = async () => (await value(api.GET('/v1/task/{id}', { params: { path } }))).heard;
for (const end = Date.now() + LIMIT_MS; (await heard()) === 0; await pause(200))
  if (Date.now() > end) throw new Error('not heard');
console.log(`heard at ${code}`);
await value(api.POST('/v1/task/{id}/stop', { params: { path } }));
await value(api.POST('/v1/logout'));
