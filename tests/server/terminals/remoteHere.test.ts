import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RemoteView } from '../../../contract/api/administration.ts';
import type { BatchItemResult } from '../../../contract/api/envelope.ts';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { eventually } from '../../support/eventually.ts';
import { type HttpsSite, type Scheme, startHttpsSite, successOf } from '../httpsOnly/httpsSite.ts';

let at: HttpsSite;
let token: string;
const made: Terminal[] = [];
beforeAll(async () => {
  at = await startHttpsSite({}, { own: false });
  token = await at.logIn('https');
});
afterEach(() => {
  for (const terminal of made.splice(0)) terminal.stop();
});
afterAll(() => at.close());

const here = { action: 'set_buffalo', on: true, host: '', port: 0 };
const post = (path: string, body: object, as = token) =>
  at.send('https', path, { method: 'POST', token: as, body });
const live = (id: number) => at.site.deps.live.topic<DeviceLive>('device').get(id);

/** Adopted headless terminal that is connected by this scheme. */
async function adopted(scheme: Scheme, code: string, more: Partial<TerminalOptions> = {}) {
  const { code: pairing } = successOf<{ code: string }>(await post('/v1/cc/code', { org: null }));
  const server = `${scheme}://127.0.0.1:${at.ports[scheme]}`;
  const terminal = createTerminal({ server, code, pairing, ...more });
  made.push(terminal);
  await terminal.until((t) => t.session.phase === 'welcomed');
  const id = at.site.deps.terminals.directory.byCode(code)?.id ?? 0;
  return { terminal, id, server };
}
async function set(ids: number[], body: object) {
  const answer = await post('/v1/device/batch', { ids, ...body });
  return successOf<{ results: BatchItemResult[] }>(answer).results;
}
const ask = (id: number, what: string, as = token) => post(`/v1/device/${id}/remote`, { what }, as);

test('this server administers a terminal over the encrypted connection that it keeps: log, network state, restart', async () => {
  const { terminal, id, server } = await adopted('https', 'HERE-1', { administration: { consent: 'yes' } });
  expect((await ask(id, 'log')).body).toMatchObject({ key: 'terminal.remoteOff' });
  expect(await set([id], here)).toMatchObject([{ ok: true }]);
  await eventually(() => expect(live(id)?.administration?.remote).toEqual({ state: 'connected', at: '' }));

  await terminal.until((t) => t.session.state === 'idle');
  const { log = [] } = successOf<RemoteView>(await ask(id, 'log'));
  expect(log.map(({ text }) => text).join('\n')).toContain('HERE-1 "HERE-1": idle');
  const { network } = successOf<RemoteView>(await ask(id, 'network'));
  expect(network).toMatchObject({ server });
  expect(network?.interfaces.map(({ client_ip }) => client_ip)).toContain('127.0.0.1/8');

  const left: number[] = [];
  const end = at.site.deps.terminals.gateway.subscribe({ offline: (gone) => left.push(gone) });
  successOf(await ask(id, 'restart'));
  await eventually(() => expect(left).toContain(id));
  end();
  await terminal.until((t) => t.session.phase === 'welcomed');
  // It stays on over the restart, and the log tells of it.
  await eventually(() => expect(live(id)?.administration?.remote.state).toBe('connected'));
  const after = successOf<RemoteView>(await ask(id, 'log')).log ?? [];
  expect(after.map(({ text }) => text)).toContain('restarted by remote administration');

  const { rows } = await at.site.database.pool.query(
    "select action from audit where entity = 'device' and entity_id = $1 and action like 'remote%' order by id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'remote_log',
    'remote_network',
    'remote_restart',
    'remote_log',
  ]);
  expect(await set([id], { ...here, on: false })).toMatchObject([{ ok: true }]);
  await eventually(() => expect(live(id)?.administration?.remote.state).toBe('off'));
  expect((await ask(id, 'network')).body).toMatchObject({ key: 'terminal.remoteOff' });
});

test('a terminal that is connected by plain HTTP, or lacks the feature, is not administered by this server', async () => {
  const plain = await adopted('http', 'HERE-2', { administration: { consent: 'yes' } });
  expect((await set([plain.id], here))[0]?.message).toBe(
    'HERE-2 - HERE-2 is not connected over HTTPS: this server cannot administer it',
  );
  expect((await ask(plain.id, 'log')).body).toMatchObject({ key: 'terminal.remoteInsecure' });

  const { code: pairing } = successOf<{ code: string }>(await post('/v1/cc/code', { org: null }));
  await at.terminal('https', 'OLD-1', { pairing, features: ['decode', 'buffalo'] });
  const old = await eventually(() => {
    const found = at.site.deps.terminals.directory.byCode('OLD-1');
    if (found === undefined || live(found.id)?.online !== true) throw new Error('not there');
    return found;
  });
  expect((await set([old.id], here))[0]?.message).toContain('not support setting up remote administration');
});

test('without consent at the terminal nothing is read; consent is for this server only', async () => {
  const no = await adopted('https', 'HERE-3');
  expect((await set([no.id], here))[0]?.message).toContain('nobody at the terminal has agreed');
  const asked = await adopted('https', 'HERE-4', { administration: { consent: 'ask' } });
  expect(await set([asked.id], here)).toMatchObject([{ ok: true }]);
  await eventually(() => expect(live(asked.id)?.administration?.remote.state).toBe('asking'));
  expect((await ask(asked.id, 'log')).body).toMatchObject({ key: 'terminal.remoteOff' });
  expect(asked.terminal.administration.answer(true)).toBe(true);
  await eventually(() => expect(live(asked.id)?.administration?.remote.state).toBe('connected'));
  successOf(await ask(asked.id, 'log'));

  // The same server under another address is another server for the terminal.
  const moved = `https://localhost:${at.ports.https}`;
  expect(await set([asked.id], { action: 'set_server', server: moved })).toMatchObject([{ ok: true }]);
  await eventually(() => expect(live(asked.id)?.administration).toMatchObject({ server: moved }));
  expect(live(asked.id)?.administration?.remote.state).toBe('off');
});

test('a caller without the right to operate terminals, or without the zone, reads nothing', async () => {
  const { id } = await adopted('https', 'HERE-5', { administration: { consent: 'yes' } });
  await set([id], here);
  await eventually(() => expect(live(id)?.administration?.remote.state).toBe('connected'));
  const top = at.site.deps.zones.all().find((zone) => zone.parent_id === null)?.id ?? 0;
  const make = async (path: string, body: object) => successOf<{ id: number }>(await post(path, body)).id;
  const zone = await make('/v1/partition', { name: 'Yard', code: 'yard', parent_id: top });
  const viewing = await make('/v1/role', { code: 'viewer', name: 'Viewer', permissions: ['list_device'] });
  const operating = await make('/v1/role', {
    code: 'yard',
    name: 'Yard',
    permissions: ['list_device', 'operate_device'],
  });
  const limited = async (code: string, role_id: number, group: number) => {
    await make('/v1/user', {
      code,
      name: code,
      password: 'Orange-River-77',
      role_id,
      groups: [group],
    });
    return at.site.login(code, 'Orange-River-77');
  };
  const viewer = await limited('viewer', viewing, top);
  const elsewhere = await limited('yard', operating, zone);
  expect((await ask(id, 'log', viewer)).status).toBe(403);
  expect((await ask(id, 'log', elsewhere)).status).toBe(404);
});
