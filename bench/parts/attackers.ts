import { Agent, type IncomingMessage, request } from 'node:http';
import { Api, noiseWav, pause } from '../support/api.ts';
import { serveCalls } from './harness.ts';

/** Sends the load of strangers and users during an alarm, or as many cheap requests. */
const [url = '', password = ''] = process.argv.slice(2);

export type Traffic = 'logins' | 'transfers' | 'transcode';
/** Requests between `begin` and `end`. */
export interface Sent {
  requests: number;
  /** Unexpected responses, one sentence each. */
  unexpected: string[];
}

const LOGINS = 60;
const LOGINS_EVERY_MS = 250;
/** Time until the flood is fully running, ms. */
const FLOOD_MS = 600;
const EXPORTS = 20;
const UPLOADS = 4;
const UPLOAD_S = 10;
/** Time until uploads and exports are in progress, ms. */
const UNDER_WAY_MS = 40;
/** Cheap requests that correspond to the server's work for `submit`. */
const SUBMITS = 6;
const CHEAP = '/v1/clock';

const agent = new Agent({ keepAlive: false });
let api: Api;
let upload: Uint8Array<ArrayBuffer>;
let caller = 0;
let sent: Sent = { requests: 0, unexpected: [] };
let flood: NodeJS.Timeout | undefined;
const open = new Set<Promise<void>>();

/** Next address of this machine, with another account. */
function nextCaller() {
  caller += 1;
  return {
    name: `nobody-${caller}`,
    address: `127.${10 + (caller >> 16)}.${(caller >> 8) & 255}.${caller & 255}`,
  };
}

/** Sends one request and reads its response to the end. @param expected allowed status codes */
function send(
  expected: readonly number[],
  path: string,
  { method = 'GET', body, localAddress }: { method?: string; body?: string; localAddress?: string } = {},
): void {
  sent.requests += 1;
  const own = sent;
  const done = new Promise<void>((resolve) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = { agent, method, headers, ...(localAddress === undefined ? {} : { localAddress }) };
    const one = request(url + path, options, (answer: IncomingMessage) => {
      if (!expected.includes(answer.statusCode ?? 0))
        own.unexpected.push(`${method} ${path}: ${answer.statusCode}`);
      answer.resume().on('close', resolve);
    });
    one.on('error', (error) => {
      own.unexpected.push(`${method} ${path}: ${error.message}`);
      resolve();
    });
    one.end(body);
  });
  open.add(done);
  void done.then(() => open.delete(done));
}

function burst(isCheap: boolean): void {
  for (let i = 0; i < LOGINS; i++) {
    const { name, address } = nextCaller();
    if (isCheap) send([200], CHEAP, { localAddress: address });
    else {
      const body = JSON.stringify({ username: name, password: 'a wrong password' });
      send([400, 429], '/v1/login', { method: 'POST', body, localAddress: address });
    }
  }
}

async function transfers(isCheap: boolean): Promise<void> {
  const urls: string[] = [];
  for (let i = 0; i < EXPORTS; i++)
    urls.push((await api.call<{ url: string }>('POST', '/v1/device/export/ticket')).url);
  for (const [i, path] of urls.entries())
    send([200], isCheap ? CHEAP : `${path}&format=${i % 2 === 0 ? 'csv' : 'xlsx'}`);
  for (let i = 0; i < UPLOADS; i++) {
    if (isCheap) send([200], CHEAP);
    else {
      sent.requests += 1;
      const own = sent;
      const done = api.submit(`upload ${i}.wav`, upload).then(
        () => {},
        (error: unknown) => void own.unexpected.push(String(error)),
      );
      open.add(done);
      void done.then(() => open.delete(done));
    }
  }
}

serveCalls({
  async connect() {
    api = await Api.login(url, password);
    upload = noiseWav(UPLOAD_S);
  },
  /** Starts the load, and returns once it is fully running. */
  async begin({ traffic, isCheap }: { traffic: Traffic; isCheap: boolean }) {
    sent = { requests: 0, unexpected: [] };
    if (traffic === 'logins') {
      burst(isCheap);
      flood = setInterval(() => burst(isCheap), LOGINS_EVERY_MS);
      await pause(FLOOD_MS);
    } else if (traffic === 'transfers') {
      await transfers(isCheap);
      await pause(UNDER_WAY_MS);
    } else {
      for (let i = 0; i < SUBMITS; i++) send([200], CHEAP);
      await pause(UNDER_WAY_MS);
    }
  },
  async end(): Promise<Sent> {
    clearInterval(flood);
    await Promise.all(open);
    return sent;
  },
});
