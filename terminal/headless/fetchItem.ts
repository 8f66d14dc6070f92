import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { Fetched } from '../offline/mediaStore.ts';
import { endPinned, mayTrust, type Trust } from './wire.ts';

/** Time without data after which a download is aborted, ms. */
const STALLED_MS = 15_000;

/** Downloads items for offline playback from the current server (docs/protocols/terminal-protocol.md, "What to keep"). */
export function fetchFrom(
  server: () => string,
  trust: Trust,
): (id: string, ticket: string) => Promise<Fetched> {
  return async (id, ticket) => {
    const url = new URL(`/v1/terminal_media/${id}?ticket=${ticket}`, server());
    try {
      const answer = await get(url, trust);
      if (answer.statusCode === 200) {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        return { kind: 'bytes', bytes: new Uint8Array(Buffer.concat(parts)) };
      }
      answer.resume();
      if (answer.statusCode === 401) return { kind: 'ticket' };
      if (answer.statusCode === 404) return { kind: 'gone' };
      if (answer.statusCode === 429)
        return { kind: 'busy', seconds: Number(answer.headers['retry-after']) || 2 };
    } catch {
      // The link is bad or lost: the download is retried.
    }
    return { kind: 'failed' };
  };
}

/** Sends a GET and resolves with the response; its body may be truncated. */
export function get(
  url: URL,
  trust: Trust,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      ...{ rejectUnauthorized: !mayTrust(url, trust), timeout: STALLED_MS, headers },
      ...(signal === undefined ? {} : { signal }),
      // The key is checked at each new connection.
      ...(trust.pin === undefined ? {} : { agent: false }),
    };
    const request = url.protocol === 'https:' ? https(url, options, resolve) : http(url, options, resolve);
    request.on('timeout', () => request.destroy(new Error('stalled')));
    request.on('error', reject);
    endPinned(request, trust.pin);
  });
}
