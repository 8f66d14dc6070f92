import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { generate } from 'selfsigned';
import WebSocket from 'ws';
import { PROTOCOL_VERSION } from '../../../contract/protocol/frames.ts';
import { listenSecure } from '../../../server/start/listen/secure.ts';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

export type Scheme = 'http' | 'https';

export interface SiteAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Null: no JSON. */
  body: { code: number; key?: string; message: string; value: never } | null;
}

export interface Sending {
  method?: string;
  token?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Value of a successful answer. @throws Error for any other */
export function successOf<T>({ status, body }: SiteAnswer): T {
  if (body?.code !== 200) throw new Error(`answered ${status} ${body?.key}`);
  return body.value as T;
}

/** Application that listens on HTTP and HTTPS. */
export interface HttpsSite {
  site: TestApp;
  ports: Record<Scheme, number>;
  send(scheme: Scheme, path: string, sending?: Sending): Promise<SiteAnswer>;
  /** Logs in as `admin`; returns the token. */
  logIn(scheme: Scheme): Promise<string>;
  /** Opens a WebSocket. @throws Error with the status when it is refused */
  open(scheme: Scheme, path: string): Promise<OpenSocket>;
  /** Opens the socket of a terminal that introduces itself by this code, and by `more` of its hello. */
  terminal(scheme: Scheme, code: string, more?: object): Promise<OpenSocket>;
  close(): Promise<void>;
}

export interface OpenSocket {
  socket: WebSocket;
  messages: { type: string; [field: string]: unknown }[];
  /** Close code; null while it is open. */
  closed: number | null;
}

/** @param own with a certificate of the site's own, as TLS_CERT names it */
export async function startHttpsSite(
  env: Record<string, string>,
  { own }: { own: boolean },
): Promise<HttpsSite> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-https-'));
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  if (own) {
    const pair = await generate([{ name: 'commonName', value: 'pa.example.com' }], { keyType: 'ec' });
    writeFileSync(files.TLS_CERT, pair.cert);
    writeFileSync(files.TLS_KEY, pair.private);
  }
  const listening = { HOST: '127.0.0.1', HTTPS_PORT: '0', ...(own ? files : {}), ...env };
  const site = await createTestApp(listening);
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const secure = await listenSecure(site.app, site.deps.env, {
    metrics: new Registry(),
    faults: site.deps.faults,
  });
  if (secure?.port == null) throw new Error('HTTPS is off');
  const ports = { http: (site.app.server.address() as AddressInfo).port, https: secure.port };
  site.deps.ports.setSource(() => ({
    ...ports,
    ownCertificate: secure.isOwnCertificate,
    keySha256: secure.keySha256,
  }));

  const send: HttpsSite['send'] = (scheme, path, { method = 'GET', token, body, headers } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const options = {
        ...{ host: '127.0.0.1', port: ports[scheme], path, method },
        ...{ rejectUnauthorized: false, agent: false as const },
        headers: {
          lang: 'en',
          ...(token === undefined ? {} : { access_token: token }),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      };
      const request = { http, https }[scheme].request(options, async (answer) => {
        let received = '';
        for await (const part of answer) received += String(part);
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: isJson ? JSON.parse(received) : null,
        });
      });
      request.on('error', reject);
      request.end(text);
    });

  const open: HttpsSite['open'] = (scheme, path) =>
    new Promise((resolve, reject) => {
      const address = `${scheme === 'http' ? 'ws' : 'wss'}://127.0.0.1:${ports[scheme]}${path}`;
      const socket = new WebSocket(address, { rejectUnauthorized: false });
      const one: OpenSocket = { socket, messages: [], closed: null };
      socket.on('message', (data) => one.messages.push(JSON.parse(String(data))));
      socket.on('close', (code) => {
        one.closed = code;
      });
      socket.on('open', () => resolve(one));
      socket.on('error', reject);
    });

  return {
    site,
    ports,
    send,
    open,
    async logIn(scheme) {
      const body = { username: 'admin', password: adminPassword };
      const answer = await send(scheme, '/v1/login', { method: 'POST', body });
      return successOf<{ token: string }>(answer).token;
    },
    async terminal(scheme, code, more = {}) {
      const one = await open(scheme, '/v1/terminal?lang=en');
      const hello = { type: 'hello', protocol: PROTOCOL_VERSION, code, role: 0, version: '1', boot: 'b' };
      one.socket.send(JSON.stringify({ ...hello, features: [], ...more }));
      return one;
    },
    async close() {
      await Promise.all([secure.close(), site.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sets `https_only` in a login over this scheme. */
export async function set(at: HttpsSite, https_only: boolean, scheme: Scheme = 'https') {
  const token = await at.logIn(scheme);
  return at.send(scheme, '/v1/sys/config', { method: 'PATCH', token, body: { https_only } });
}
