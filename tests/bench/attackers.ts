import { Agent, type IncomingMessage, request } from 'node:http';
import { Api, noiseWav, pause } from './api.ts';
import { serveCalls } from './harness.ts';

/** Sends what strangers and colleagues send while an alarm begins, or as many cheap requests. */
const [url = '', password = ''] = process.argv.slice(2);

export type Traffic = 'logins' | 'transfers' | 'transcode';
/** What was sent between `begin` and `end`. */
export interface Sent {
  requests: number;
  /** Answers that show that it was not what it should be, one sentence each. */
  unexpected: string[];
}

const LOGINS = 60;
const LOGINS_EVERY_MS = 250;
/** The flood is in full swing after this long, ms. */
const FLOOD_MS = 600;
const EXPORTS = 20;
const UPLOADS = 4;
const UPLOAD_S = 10;
/** Uploads and exports are under way after this long, ms. */
const UNDER_WAY_MS = 40;
/** Beside a transcode: what the server does for `submit` took as many requests. */
const SUBMITS = 6;
const CHEAP = '/v1/clock';

const agent = new Agent({ keepAlive: false });
let api: Api;
let upload: Uint8Array<ArrayBuffer>;
let caller = 0;
let sent: Sent = { requests: 0, unexpected: [] };
let flood: NodeJS.Timeout | undefined;
const open = new Set<Promise<void>>();

/** Another address of this machine, and with it another account, each time. */
function nextCaller() {
  caller += 1;
  return {
    name: `nobody-${caller}`,
    address: `127.${10 + (caller >> 16)}.${(caller >> 8) & 255}.${caller & 255}`,
  };
}

/** Sends one request and reads its answer to the end; `expected`: the status codes that it may have. */
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
  /** Begins, and returns once it is in full swing. */
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
