import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeCode } from '../../../contract/protocol/frames.ts';
import { isHttpRequested, requestHttp } from '../../../server/platform/httpsOnly/allowHttp.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { wireTo } from '../../../terminal/web/wire.ts';
import { type HttpsSite, type OpenSocket, type Scheme, set, startHttpsSite, successOf } from './httpsSite.ts';

const refused = { status: 403, body: { code: 403, key: 'common.httpsOnly' } };
const ended = { status: 401, body: { code: 998, key: 'auth.httpsOnly' } };

describe('with a certificate of its own', () => {
  let at: HttpsSite;
  /** Token of a login by HTTPS that was never sent otherwise. */
  let mine: string;
  beforeAll(async () => {
    at = await startHttpsSite({ TRUSTED_PROXIES: '10.9.0.1' }, { own: true });
    mine = await at.logIn('https');
  });
  afterAll(() => at.close());

  const profile = (scheme: Scheme, token: string) => at.send(scheme, '/v1/profile', { token });
  async function console_(scheme: Scheme, token: string): Promise<OpenSocket> {
    const answer = await at.send(scheme, '/v1/socket/ticket', { method: 'POST', token });
    return at.open(scheme, `/v1/socket?ticket=${successOf<{ ticket: string }>(answer).ticket}`);
  }
  const plain = async () =>
    successOf<Record<string, unknown>>(await at.send('https', '/v1/sys/plain_http', { token: mine }));

  /** Rows of the scan screen, in the order of codes. */
  const found = async () => {
    const answer = await at.send('https', '/v1/terminal_found?page_size=100', { token: mine });
    const { rows } = successOf<{ rows: { id: number; code: string }[] }>(answer);
    return rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  };

  test('by default, HTTP and HTTPS are served alike, without HSTS', async () => {
    for (const scheme of ['http', 'https'] as const) {
      const answer = await at.send(scheme, '/v1/origin', { headers: { host: 'pa.example.com' } });
      expect(answer.body?.value).toEqual({
        https_port: at.ports.https,
        https_only: false,
        secure: scheme === 'https',
      });
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
    }
  });

  test('the setting cannot be switched on by plain HTTP', async () => {
    expect(await set(at, true, 'http')).toMatchObject({ status: 400, body: { key: 'auth.switchByHttps' } });
    expect((await profile('http', await at.logIn('http'))).status).toBe(200);
  });

  test('the switch ends logins and sockets over plain HTTP with the reason, and keeps the others', async () => {
    const byHttp = await at.logIn('http');
    const both = await at.logIn('https');
    await profile('http', both);
    const sockets = {
      consoles: { http: await console_('http', byHttp), https: await console_('https', mine) },
      terminals: { http: await at.terminal('http', 'HALL-1'), https: await at.terminal('https', 'HALL-2') },
    };
    await expect.poll(() => sockets.terminals.http.messages.at(-1)?.type).toBe('found');
    await expect
      .poll(plain)
      .toMatchObject({ secure: true, own_login: false, consoles: 1, terminals: [], found_terminals: 1 });
    const before = (await plain()).logins as number;
    expect(before).toBeGreaterThanOrEqual(2);

    const body = { https_only: true };
    const answer = await at.send('https', '/v1/sys/config', { method: 'PATCH', token: mine, body });
    expect(answer).toMatchObject({ status: 200, body: { value: { https_only: true } } });

    const { consoles, terminals } = sockets;
    await expect.poll(() => terminals.http.closed).toBe(closeCode.refused);
    expect(terminals.http.messages.at(-1)).toMatchObject({ type: 'refused', code: 'https', retry_s: 30 });
    expect(String(terminals.http.messages.at(-1)?.message)).toContain('requires HTTPS');
    expect(await found()).toMatchObject([
      { code: 'HALL-1', kind: 'device', plain_http: true },
      { code: 'HALL-2', kind: 'device', plain_http: false },
    ]);
    await expect.poll(() => consoles.http.closed).not.toBeNull();
    expect(consoles.http.messages.at(-1)).toMatchObject({ type: 'ended', code: 998, key: 'auth.httpsOnly' });
    expect([consoles.https.closed, terminals.https.closed]).toEqual([null, null]);

    for (const token of [byHttp, both]) expect(await profile('https', token)).toMatchObject(ended);
    expect((await profile('https', mine)).status).toBe(200);
    expect(await plain()).toMatchObject({ logins: 0, consoles: 0 });
    const { rows } = await at.site.database.pool.query(
      `select account_code, before, after from audit where entity = 'sys_config'`,
    );
    expect(rows).toEqual([
      { account_code: 'admin', before: { https_only: false }, after: { https_only: true } },
    ]);
    consoles.https.socket.terminate();
    terminals.https.socket.terminate();
  });

  test('a login that was in progress at the switch is void', async () => {
    const token = await at.logIn('https');
    await at.site.database.pool.query(
      'update login_session set secure = false where id = (select max(id) from login_session)',
    );
    // Known callers are looked up again after a second.
    await expect.poll(() => profile('https', token)).toMatchObject(ended);
  });

  test('every route by plain HTTP leads to HTTPS, is refused, or is one of those that stay open', async () => {
    const open: string[] = [];
    for (const [n, { method, url }] of at.site.app.declared.entries()) {
      const path = url.replace(/:\w+/g, '1').replace('*', 'x');
      const { statusCode, headers, payload } = await at.site.app.inject({
        ...{ method: method as 'GET', url: `${path}?a=b`, remoteAddress: `10.1.${n >> 8}.${n & 255}` },
        headers: { host: 'pa.example.com:8080', access_token: mine },
      });
      const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/v1/');
      if (statusCode === 308 && isPage) {
        expect(headers.location).toBe(`https://pa.example.com:${at.ports.https}${path}?a=b`);
        expect(headers['cache-control']).toBe('no-store');
      } else if (statusCode === 403 && !isPage) {
        if (method !== 'HEAD') expect(JSON.parse(payload).key).toBe('common.httpsOnly');
      } else open.push(`${method} ${url}`);
    }
    expect(open.filter((one) => one.startsWith('GET')).sort()).toEqual([
      'GET /healthz',
      'GET /readyz',
      'GET /v1/origin',
    ]);
    expect(open.filter((one) => !/^(GET|HEAD) \/(healthz|readyz|v1\/origin)$/.test(one))).toEqual([]);
  });

  test('an upgrade by plain HTTP is refused before any message, with the reason as text', async () => {
    for (const path of ['/v1/terminal', '/v1/socket?ticket=x', '/v1/talk?ticket=x']) {
      await expect(at.open('http', path)).rejects.toThrow('403');
    }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const headers = { ...upgrade, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', lang: '' };
    expect(await at.send('http', '/v1/terminal?lang=en', { headers })).toMatchObject(refused);
    // No connection is left over.
    const { server } = at.site.app;
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  });

  test('the software terminals show the reason as text', async () => {
    const terminal = createTerminal({
      server: `http://127.0.0.1:${at.ports.http}`,
      code: 'HALL-3',
      decode: false,
    });
    try {
      await terminal.until(({ session }) => session.refusal !== null);
      expect(terminal.session).toMatchObject({ phase: 'waiting', refusal: { code: 'https' } });
      expect(terminal.session.refusal?.message).toContain('HTTPS');
      await expect
        .poll(found)
        .toContainEqual(expect.objectContaining({ code: 'HALL-3', kind: 'device', plain_http: true }));
    } finally {
      terminal.stop();
    }
    // A page learns it from a second request: browsers do not show it the answer to the upgrade.
    const texts: string[] = [];
    const address = `ws://127.0.0.1:${at.ports.http}/v1/terminal?lang=en`;
    await new Promise<void>((closed) => {
      const text = (one: string) => void texts.push(one);
      wireTo(() => address)({ opened() {}, text, binary() {}, closed }, 'code=HALL-4&kind=device');
    });
    expect(JSON.parse(texts.join())).toMatchObject({ type: 'refused', code: 'https', retry_s: 30 });
  });

  test('a terminal refused by plain HTTP is listed with what its address tells, and cannot be adopted', async () => {
    const path = '/v1/terminal?lang=en';
    const comes = (query: string) => at.open('http', `${path}${query}`).catch(() => {});
    for (const query of ['&code=GATE-1&kind=capturer', '&code=GATE-1&kind=capturer', '&code=/', ''])
      await comes(query);
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const headers = { ...upgrade, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    // Neither a page of another site in the browser of a visitor, nor a request that is no terminal's.
    const evil = { ...headers, origin: 'http://evil.example.com' };
    await at.send('http', `${path}&code=EVIL-1`, { headers: evil });
    await at.send('http', `${path}&code=EVIL-2`);
    const rows = (await found()).filter(({ code }) => !code.startsWith('HALL'));
    expect(rows).toMatchObject([
      { code: '', kind: null, role: null, plain_http: true, client_ip: '127.0.0.1' },
      { code: 'GATE-1', kind: 'capturer', role: 2, plain_http: true },
    ]);
    const act = (id: number, action: string, body: object) =>
      at.send('https', `/v1/terminal_found/${id}/${action}`, { method: 'POST', token: mine, body });
    const gate = rows[1]?.id ?? 0;
    expect(await act(gate, 'adopt', { name: 'Gate', org: null })).toMatchObject({
      status: 400,
      body: { key: 'terminal.comesByHttp' },
    });
    expect((await act(rows[0]?.id ?? 0, 'refuse', {})).status).toBe(200);

    const byHttps = await at.terminal('https', 'GATE-1');
    await expect.poll(() => byHttps.messages.at(-1)?.type).toBe('found');
    const after = (await found()).filter(({ code }) => !code.startsWith('HALL'));
    expect(after).toMatchObject([{ code: 'GATE-1', plain_http: false }]);
    byHttps.socket.terminate();
  });

  test('HSTS is sent at the usual port of HTTPS only', async () => {
    const hstsOf = async (scheme: Scheme, host: string) =>
      (await at.send(scheme, '/healthz', { headers: { host } })).headers['strict-transport-security'];
    expect(await hstsOf('https', 'pa.example.com')).toBe('max-age=86400');
    expect(await hstsOf('https', 'pa.example.com:443')).toBe('max-age=86400');
    expect(await hstsOf('https', `pa.example.com:${at.ports.https}`)).toBeUndefined();
    expect(await hstsOf('http', 'pa.example.com')).toBeUndefined();
  });

  test('only a trusted proxy can set the protocol of a request', async () => {
    const request = (remoteAddress: string, proto: string, url: string) =>
      at.site.app.inject({
        ...{ method: 'GET' as const, url, remoteAddress },
        headers: { host: 'pa.example.com', 'x-forwarded-proto': proto, access_token: mine },
      });
    expect((await request('10.9.0.1', 'https', '/v1/profile')).statusCode).toBe(200);
    expect((await request('10.9.0.1', 'http', '/v1/profile')).statusCode).toBe(403);
    expect((await request('10.8.0.1', 'https', '/v1/profile')).statusCode).toBe(403);
    // Its certificate is the proxy's.
    expect((await request('10.9.0.1', 'https', '/healthz')).headers).not.toHaveProperty(
      'strict-transport-security',
    );
    expect((await request('10.9.0.1', 'http', '/tasks')).headers.location).toBe(
      'https://pa.example.com/tasks',
    );
    expect((await request('10.9.0.1', 'http', '/v1/origin')).json().value.https_port).toBe(443);
  });

  test('a request without a proper host or path is refused, not led astray', async () => {
    for (const [host, path] of [
      ['a b', '/'],
      ['pa.example.com', 'http://elsewhere.example.com/'],
    ] as const)
      expect(await at.send('http', path, { headers: { host } })).toMatchObject({ status: 403 });
  });

  test('the machine itself allows plain HTTP again', async () => {
    const { dataDir, config, httpsOnly } = at.site.deps;
    requestHttp(dataDir);
    await httpsOnly.look();
    expect([config.get().https_only, isHttpRequested(dataDir)]).toEqual([false, false]);
    expect((await profile('http', await at.logIn('http'))).status).toBe(200);
    const { rows } = await at.site.database.pool.query(
      'select client_ip, after from audit order by id desc limit 1',
    );
    expect(rows).toEqual([{ client_ip: 'local', after: { https_only: false } }]);
  });
});
