import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { type Site, startSite } from './site.ts';

/** Real terminal program at the real server. */
let site: Site;
const running: Terminal[] = [];
beforeAll(async () => {
  site = await startSite();
});
afterEach(() => {
  for (const terminal of running.splice(0)) terminal.stop();
});
afterAll(() => site.close());

function start(options: Omit<TerminalOptions, 'server'>): Terminal {
  const { host } = new URL(site.url);
  const terminal = createTerminal({ server: `http://${host}`, decode: false, ...options });
  running.push(terminal);
  return terminal;
}
const found = (code: string) => site.found().find((row) => row.code === code);
const wait = { timeout: 60_000 };

/** Adopts a connected terminal; returns its id. */
async function adopt(code: string): Promise<number> {
  await expect.poll(() => found(code), wait).toBeDefined();
  const answer = await site.post(`/v1/terminal_found/${found(code)?.id}/adopt`, { name: code, org: null });
  return (answer.body.value as { id: number }).id;
}

test('a headless terminal is found, adopted, reports, restarts on command and is found again after its removal', async () => {
  let secret: string | undefined;
  const keep = (value: string | undefined) => {
    secret = value;
    return true;
  };
  start({ code: 'PROG-1', secret: { get: () => secret, previous: () => undefined, set: keep } });
  const id = await adopt('PROG-1');
  await expect.poll(() => site.device(id)?.online, wait).toBe(true);
  await expect.poll(() => secret, wait).toBeDefined();
  await expect.poll(() => site.deps.terminals.gateway.link(id)?.report?.state, wait).toBe('idle');
  expect(site.device(id)).toMatchObject({ reported_at: expect.any(Number), sound: 'none' });

  const before = site.deps.terminals.gateway.link(id);
  const restart = await site.post('/v1/device/batch', { action: 'restart', ids: [id] });
  expect(restart.body.value).toMatchObject({ results: [{ ok: true }] });
  await expect
    .poll(() => {
      const link = site.deps.terminals.gateway.link(id);
      return link !== undefined && link !== before;
    }, wait)
    .toBe(true);

  await site.call('DELETE', `/v1/device/${id}`, { token: site.token });
  await expect.poll(() => found('PROG-1')?.known_code, wait).toBe(false);
  expect(secret).toBeUndefined();
});

test('a headless terminal enrols by zone and password', async () => {
  const zone = await site.zone('Prog zone', undefined, 'let me in');
  start({ code: 'PROG-2', zone: { code: 'Prog-zone', password: 'let me in' } });
  const row = () => site.deps.terminals.directory.byCode('PROG-2');
  await expect.poll(() => site.device(row()?.id ?? 0)?.online, wait).toBe(true);
  expect(row()?.org).toBe(zone);
});
