import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePackage, newPackageKey } from '../../../scripts/upgradePackage.ts';
import { download } from '../../../terminal/headless/upgrade/download.ts';
import { readPackage } from '../../../terminal/headless/upgrade/readPackage.ts';
import { UpgradeSlots } from '../../../terminal/headless/upgrade/upgradeSlots.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-slots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a download', () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  let server: Server;
  const requests: (string | undefined)[] = [];
  afterEach(async () => {
    requests.length = 0;
    await new Promise((resolve) => server.close(resolve));
  });

  async function serve(answer: (request: IncomingMessage, response: ServerResponse, from: number) => void) {
    server = createServer((request, response) => {
      const { range } = request.headers;
      requests.push(range);
      answer(request, response, Number(/\d+/.exec(range ?? '')?.[0] ?? 0));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return (path: string) => new URL(path, `http://127.0.0.1:${port}`);
  }
  const rest = (response: ServerResponse, from: number, to = bytes.length) => {
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
    if (to === bytes.length) response.end(bytes.subarray(from));
    else response.write(bytes.subarray(from, to), () => response.destroy());
  };
  const run = (url: () => URL, signal = new AbortController().signal) => {
    const got: number[] = [];
    const order = { size: bytes.length, sha256, url };
    const options = { trust: { insecure: false }, signal, got: (n: number) => got.push(n), retryMs: 1 };
    return { got, path: download(folder, order, options) };
  };

  test('continues where it was interrupted, and keeps the partial file of another package', async () => {
    writeFileSync(join(folder, 'other.part'), 'x');
    // The first connection ends before its first byte, the second behind 40,000 bytes.
    const ends = [0, 40_000];
    const to = await serve((_request, response, from) => {
      const end = ends.shift();
      if (end === 0) response.destroy();
      else rest(response, from, end);
    });
    const { path, got } = run(() => to('/a'));
    expect(readFileSync(await path).equals(bytes)).toBe(true);
    expect(requests).toEqual([undefined, undefined, 'bytes=40000-']);
    expect(got.at(-1)).toBe(bytes.length);
    expect(readdirSync(folder)).toEqual([`${sha256}.part`]);
  });

  test('completes over a link that breaks after every few bytes', async () => {
    const to = await serve((_request, response, from) => rest(response, from, from + 10_000));
    expect(readFileSync(await run(() => to('/a')).path).equals(bytes)).toBe(true);
    expect(requests).toHaveLength(10);
  });

  test('requests only the rest after a restart', async () => {
    writeFileSync(join(folder, `${sha256}.part`), bytes.subarray(0, 60_000));
    const to = await serve((_request, response, from) => rest(response, from));
    expect(readFileSync(await run(() => to('/a')).path).equals(bytes)).toBe(true);
    expect(requests).toEqual(['bytes=60000-']);
  });

  test('starts again if its bytes differ; a file longer than announced is deleted', async () => {
    writeFileSync(join(folder, `${sha256}.part`), Buffer.alloc(bytes.length));
    let round = 0;
    const to = await serve((_request, response, from) => {
      if (round++ > 0) return rest(response, from);
      response.writeHead(200);
      response.end(Buffer.alloc(bytes.length * 3));
    });
    expect(readFileSync(await run(() => to('/a')).path).equals(bytes)).toBe(true);
  });

  test('ends when it is cancelled', async () => {
    const to = await serve((_request, response) => response.writeHead(200).write('x'));
    const abort = new AbortController();
    const { path } = run(() => to('/a'), abort.signal);
    const ended = expect(path).rejects.toThrow();
    setImmediate(() => abort.abort());
    await ended;
    server.closeAllConnections();
  });
});

describe('a package at the terminal', () => {
  const [key, stranger] = [newPackageKey(), newPackageKey()];
  const about = { name: 'Column', version: '2', feature_code: 'aoip.p' } as const;
  const whole = makePackage(about, Buffer.from('program'), key.pem);
  const read = (bytes: Buffer, keys = [key.publicKey]) => readPackage(bytes, keys);

  test('is read if its key is trusted', () => {
    const { manifest, payload } = read(whole, [stranger.publicKey, key.publicKey]);
    expect([manifest.version, payload.toString()]).toEqual(['2', 'program']);
  });

  test('is refused with another key, truncated, longer, or with one changed bit', () => {
    expect(() => read(whole, [stranger.publicKey])).toThrow('not trusted');
    expect(() => read(whole, [])).toThrow('not trusted');
    for (let end = 0; end < whole.length; end += 7) expect(() => read(whole.subarray(0, end))).toThrow();
    expect(() => read(Buffer.concat([whole, Buffer.of(1)]))).toThrow('no upgrade package');
    for (let place = 0; place < whole.length; place++) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 4;
      expect(() => read(changed), String(place)).toThrow();
    }
  });
});

test('slots: a new program never replaces the running one; unreadable slots count as never upgraded', () => {
  const sounds = new UpgradeSlots(join(folder, 'versions'));
  const never = { active: 'installed', trial: null, failed: null };
  expect(sounds.read()).toEqual(never);
  expect(sounds.fill(Buffer.from('1'), folder)).toBe('a');
  sounds.write({ active: 'a', trial: null, failed: null });
  expect(sounds.fill(Buffer.from('2'), folder)).toBe('b');
  expect(readFileSync(sounds.program('a') ?? '', 'utf8')).toBe('1');
  sounds.write({ active: 'b', trial: null, failed: null });
  expect(sounds.fill(Buffer.from('3'), folder)).toBe('a');
  expect(readFileSync(sounds.program('b') ?? '', 'utf8')).toBe('2');
  for (const text of [
    '',
    '{',
    'null',
    '{"active":"../x","trial":null}',
    '{"active":"a","trial":{"slot":9}}',
  ]) {
    writeFileSync(join(folder, 'versions/slots.json'), text);
    expect(sounds.read(), text).toEqual(never);
  }
});
