import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BatchItemResult } from '../../../contract/api/envelope.ts';
import { StateFile } from '../../../terminal/headless/state.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { eventually } from '../../support/eventually.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let other: Site;
const made: Terminal[] = [];
beforeAll(async () => {
  site = await startSite();
  other = await startSite();
});
afterEach(() => {
  for (const terminal of made.splice(0)) terminal.stop();
});
afterAll(async () => {
  await site.close();
  await other.close();
});

const http = (of: Site) => new URL(of.url.replace(/^ws/, 'http')).origin;

/** Adopted headless terminal. */
async function adopted(code: string, more: Partial<TerminalOptions> = {}) {
  const { value } = (await site.post('/v1/cc/code', { org: null })).body as { value: { code: string } };
  const terminal = createTerminal({ server: http(site), code, pairing: value.code, ...more });
  made.push(terminal);
  await terminal.until((t) => t.session.phase === 'welcomed');
  const id = site.deps.terminals.directory.byCode(code)?.id ?? 0;
  return { terminal, id };
}

async function batch(ids: number[], body: object, token = site.token) {
  const answer = await site.post('/v1/device/batch', { ids, ...body }, token);
  return answer.body as unknown as { code: number; value: { results: BatchItemResult[] } };
}
const view = (id: number) => site.device(id)?.administration;

test('server parameters: a terminal moves to a server that answers, and stays there', async () => {
  const { terminal, id } = await adopted('MOVE-1');
  await eventually(() => expect(view(id)).toMatchObject({ server: http(site), failed: null }));
  expect(site.device(id)).toMatchObject({ support_set_server_config: true, support_set_buffalo: true });
  const { value } = await batch([id], { action: 'set_server', server: http(other) });
  expect(value.results).toMatchObject([{ id, ok: true, code: 200 }]);
  await terminal.until((t) => t.session.phase === 'found');
  expect(other.found().map(({ code }) => code)).toContain('MOVE-1');
  expect(terminal.administration.server).toBe(http(other));
  const { rows } = await site.database.pool.query(
    "select action, after from audit where entity_id = $1 and action = 'set_server'",
    [id],
  );
  expect(rows).toEqual([{ action: 'set_server', after: { server: http(other) } }]);
});

test('if the new server does not answer in time, the terminal returns and reports it; also over a restart', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const dead = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const path = `${site.deps.env.DATA_DIR}/state-move2.json`;
  const state = new StateFile(path);
  const options = (file: StateFile, trialUs: number): Partial<TerminalOptions> => ({
    secret: file.secret('MOVE-2'),
    administration: { store: file.administration('MOVE-2'), trialUs },
  });
  const { terminal, id } = await adopted('MOVE-2', options(state, 1e12));
  await batch([id], { action: 'set_server', server: dead });
  await terminal.until((t) => t.session.phase === 'connecting' || t.session.phase === 'waiting');
  terminal.stop();
  // Killed during the attempt: the stored state suffices to continue, or to return.
  const again = createTerminal({
    server: http(site),
    code: 'MOVE-2',
    ...options(new StateFile(path), 300_000),
  });
  made.push(again);
  expect(again.administration.server).toBe(dead);
  await again.until((t) => t.session.phase === 'welcomed');
  await eventually(() => expect(view(id)).toMatchObject({ server: http(site), failed: dead }));
  silent.close();
});

test('each terminal that is offline or lacks support fails with its own message; the others are set', async () => {
  const { id } = await adopted('MIX-1', { administration: { consent: 'yes' } });
  const unable = await site.adopted('MIX-2');
  const gone = await site.adopted('MIX-3');
  await gone.client.drop();
  await eventually(() => expect(site.device(gone.id)?.online).toBe(false));
  const ids = [id, unable.id, gone.id];
  const set = { action: 'set_buffalo', on: true, host: '127.0.0.1', port: 9 };
  const { value } = await batch(ids, set);
  expect(value.results.map(({ ok, message }) => [ok, message])).toEqual([
    [true, 'Done'],
    [false, 'MIX-2 - MIX-2 not support setting up remote administration'],
    [false, 'MIX-3 - MIX-3 offline'],
  ]);
  const server = await batch([unable.id], { action: 'set_server', server: http(other) });
  expect(server.value.results[0]?.message).toBe('MIX-2 - MIX-2 not support setting server parameter');
  for (const body of [
    { ...set, port: 0 },
    { ...set, host: 'a b' },
    { action: 'set_server', server: 'ftp://x' },
    { action: 'set_server', server: 'http://u:p@x' },
    { action: 'set_server', server: 'http://x/path' },
  ])
    expect((await batch(ids, body)).code).toBe(400);
});

/** Remote-management server: records the lines that terminals send. */
async function manager() {
  const heard: Record<string, unknown>[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    createInterface({ input: socket }).on('line', (line) => heard.push(JSON.parse(line)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    heard,
    sockets,
    port: (server.address() as AddressInfo).port,
    sendLine: (message: object) => {
      for (const socket of sockets) socket.write(`${JSON.stringify(message)}\n`);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('remote administration: the terminal connects, sends its log and network state, restarts, and disconnects on command', async () => {
  const remote = await manager();
  const { terminal, id } = await adopted('REM-1', { administration: { consent: 'yes' } });
  const on = { action: 'set_buffalo', on: true, host: '127.0.0.1', port: remote.port };
  expect((await batch([id], on)).value.results[0]?.ok).toBe(true);
  await eventually(() =>
    expect(view(id)?.remote).toEqual({ state: 'connected', at: `127.0.0.1:${remote.port}` }),
  );
  remote.sendLine({ type: 'log' });
  remote.sendLine({ type: 'network' });
  remote.sendLine({ type: 'format disk' });
  await eventually(() => expect(remote.heard.map(({ type }) => type)).toEqual(['hello', 'log', 'network']));
  expect(remote.heard[2]).toMatchObject({ server: http(site), phase: 'welcomed' });
  const left: number[] = [];
  const end = site.deps.terminals.gateway.subscribe({ offline: (gone) => left.push(gone) });
  remote.sendLine({ type: 'restart' });
  await eventually(() => expect(left).toContain(id));
  await terminal.until((t) => t.session.phase === 'welcomed');
  end();
  expect(
    (await batch([id], { action: 'set_buffalo', on: false, host: '', port: 0 })).value.results[0]?.ok,
  ).toBe(true);
  await eventually(() => expect(view(id)?.remote.state).toBe('off'));
  await eventually(() => expect([...remote.sockets].every((socket) => socket.destroyed)).toBe(true));
  remote.close();
});

test("without consent at the terminal it is refused, asked for, or forced by the site's setting", async () => {
  const on = { action: 'set_buffalo', on: true, host: '127.0.0.1', port: 9 };
  const no = await adopted('ASK-1');
  const [refused] = (await batch([no.id], on)).value.results;
  expect(refused).toMatchObject({ ok: false });
  expect(refused?.message).toContain('nobody at the terminal has agreed');
  const logged: string[] = [];
  const confirming = await adopted('ASK-2', {
    administration: { consent: 'ask', log: (text) => logged.push(text) },
  });
  expect((await batch([confirming.id], on)).value.results[0]?.ok).toBe(true);
  await eventually(() => expect(view(confirming.id)?.remote.state).toBe('asking'));
  expect(logged[0]).toContain('remote yes');
  expect(confirming.terminal.administration.answer(true)).toBe(true);
  await eventually(() => expect(view(confirming.id)?.remote.state).toBe('connecting'));
  await site.call('PATCH', '/v1/sys/config', { token: site.token, body: { force_buffalo: true } });
  expect((await batch([no.id], on)).value.results[0]?.ok).toBe(true);
  await site.call('PATCH', '/v1/sys/config', { token: site.token, body: { force_buffalo: false } });
});

test('a caller without the right to operate terminals cannot set addresses, and does not see them', async () => {
  await site.post('/v1/role', { code: 'viewer', name: 'Viewer', permissions: ['list_device'] });
  const token = await site.limited('viewer', site.top(), 'viewer');
  expect((await batch([1], { action: 'set_server', server: http(other) }, token)).code).toBe(403);
  expect((await site.call('GET', '/v1/sys/addresses', { token })).body.code).toBe(403);
  await site.call('PATCH', '/v1/sys/config', {
    token: site.token,
    body: { remote_server: '10.0.0.9', remote_port: 7000, http_backend: 'http://10.0.0.4:8080' },
  });
  expect((await site.call('GET', '/v1/sys/addresses', { token: site.token })).body.value).toEqual({
    remote_server: '10.0.0.9',
    remote_port: 7000,
    buffalo_backend: '',
    http_backend: 'http://10.0.0.4:8080',
    force_buffalo: false,
  });
});
