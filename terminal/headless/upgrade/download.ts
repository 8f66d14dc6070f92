import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { get } from '../fetchItem.ts';
import type { Trust } from '../wire.ts';
import { storeAnswer } from './storeAnswer.ts';

const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/** Retry interval after a refused ticket, ms; the next order brings a new one. */
const TICKET_MS = 10_000;
const PART = '.part';

export interface DownloadOrder {
  size: number;
  sha256: string;
  /** Current address; the ticket may change. */
  url(): URL;
}

/**
 * Downloads a package into a file of `folder`, resuming an interrupted download; resolves with its path once the
 * digest is correct. Retries until `signal` is aborted. @param got called with the number of stored bytes
 */
export async function download(
  folder: string,
  order: DownloadOrder,
  options: { trust: Trust; signal: AbortSignal; got(bytes: number): void; retryMs?: number },
): Promise<string> {
  const path = join(folder, `${order.sha256}${PART}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Partial downloads of other packages are deleted.
  for (const name of await readdir(folder))
    if (name.endsWith(PART) && join(folder, name) !== path) await rm(join(folder, name));
  const { retryMs = RETRY_MS } = options;
  let pause = retryMs;
  for (;;) {
    const have = await sizeOf(path);
    if (have > order.size) await rm(path);
    else if (have === order.size) {
      if ((await digestOf(path)) === order.sha256) return path;
      await rm(path);
    } else {
      const before = have;
      const wait = await fetchRest(path, before, order, options).catch(() => null);
      pause = (await sizeOf(path)) > before ? retryMs : Math.min(pause * 2, MAX_RETRY_MS);
      if (wait === 0) continue;
      await sleep(wait ?? pause, undefined, { signal: options.signal });
    }
    options.signal.throwIfAborted();
  }
}

/**
 * Downloads the rest; resolves with the delay of the next attempt, ms, or 0 when complete. Rejects when interrupted.
 */
async function fetchRest(
  path: string,
  have: number,
  order: DownloadOrder,
  options: Parameters<typeof download>[2],
): Promise<number> {
  // Opened before the request, so that nothing is awaited between the response and its first byte.
  const file = await open(path, 'a', 0o600);
  try {
    return await append(file, have, order, options);
  } finally {
    await file.close();
  }
}

async function append(
  file: FileHandle,
  have: number,
  order: DownloadOrder,
  { trust, signal, got }: Parameters<typeof download>[2],
): Promise<number> {
  const headers = have > 0 ? { range: `bytes=${have}-` } : {};
  const answer = await get(order.url(), trust, headers, signal);
  const { statusCode } = answer;
  if (statusCode !== 200 && statusCode !== 206) {
    answer.resume();
    if (statusCode === 429) return (Number(answer.headers['retry-after']) || 5) * 1000;
    if (statusCode === 416) await file.truncate();
    return TICKET_MS;
  }
  let bytes = statusCode === 206 ? have : 0;
  const before = bytes < have ? file.truncate() : Promise.resolve();
  await storeAnswer(answer, { file, before }, signal, (length) => {
    bytes += length;
    if (bytes > order.size) throw new Error('the file is longer than announced');
    got(bytes);
  });
  return 0;
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
