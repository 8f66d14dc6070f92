import type { IncomingMessage } from 'node:http';
import { failureOf, StreamFailure } from './failure.ts';
import type { Chunk } from './hls.ts';
import { hlsChunks } from './hls.ts';
import { type Fetcher, openUrl, readAll } from './http.ts';
import { headerText, icySplitter } from './icy.ts';
import { isPlaylist, readPlaylist } from './playlist.ts';

/** Stream that has responded. */
export interface OpenStream {
  /** Name that the station announces; empty if none. */
  station: string;
  /** kbit/s as the station announces it. */
  bitrate: number | null;
  /** True for a stream of limited length, whose end is not a cut. */
  finite: boolean;
  /** @throws StreamFailure when it breaks off */
  chunks: AsyncIterable<Chunk>;
}

/** Maximum depth of playlists that refer to playlists. */
const MAX_DEPTH = 4;
const PLAYLIST_TYPES = /mpegurl|scpls|pls\+xml|xspf/i;

/** Reads the first chunk and puts it back in front. */
async function peek(response: IncomingMessage): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const reading = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await reading.next();
  const head = first.done === true ? Buffer.alloc(0) : first.value;
  async function* all() {
    yield head;
    for (;;) {
      const { value, done } = await reading.next();
      if (done === true) return;
      yield value;
    }
  }
  return { head, rest: all() };
}

async function* sound(
  response: IncomingMessage,
  rest: AsyncIterable<Buffer>,
  interval: number,
  onTitle: (title: string) => void,
): AsyncGenerator<Chunk> {
  const split = interval > 0 ? icySplitter(interval, onTitle) : (chunk: Buffer) => [chunk];
  try {
    for await (const chunk of rest) for (const bytes of split(chunk)) yield { bytes, anew: false };
  } catch (error) {
    throw failureOf(error);
  } finally {
    response.destroy();
  }
}

/**
 * Opens an audio address of any kind: a stream or file over HTTP, with ICY or without, a playlist that names
 * one, or HLS.
 * @param onTitle called with the titles that the station announces
 * @throws StreamFailure
 */
export async function openStream(
  address: string,
  fetcher: Fetcher,
  onTitle: (title: string) => void,
  depth = 0,
): Promise<OpenStream> {
  if (depth > MAX_DEPTH) throw new StreamFailure('radio.redirects');
  const { response, url } = await openUrl(address, fetcher, { 'icy-metadata': '1' });
  const { headers } = response;
  const { head, rest } = await peek(response).catch((error: unknown) => {
    throw failureOf(error);
  });
  const type = headers['content-type'] ?? '';
  if (PLAYLIST_TYPES.test(type) || isPlaylist(head.toString('latin1'))) {
    const text = (await readAll(rest)).toString('utf8');
    const playlist = readPlaylist(text, url.href);
    if (playlist.kind === 'media')
      return {
        station: '',
        bitrate: null,
        finite: playlist.ended,
        chunks: hlsChunks(text, url.href, fetcher),
      };
    return firstOf(playlist.urls, fetcher, onTitle, depth);
  }
  const interval = Number(headers['icy-metaint'] ?? 0) || 0;
  const bitrate = Number.parseInt(String(headers['icy-br'] ?? ''), 10);
  return {
    station: headerText(headers['icy-name']),
    bitrate: bitrate > 0 && bitrate < 10_000 ? bitrate : null,
    finite: headers['content-length'] !== undefined && headers['icy-name'] === undefined,
    chunks: sound(response, rest, interval, onTitle),
  };
}

/** Opens the first of several addresses that responds. */
async function firstOf(
  urls: readonly string[],
  fetcher: Fetcher,
  onTitle: (title: string) => void,
  depth: number,
): Promise<OpenStream> {
  let failure = new StreamFailure('radio.notAudio', {}, 'an empty playlist');
  for (const url of urls.slice(0, MAX_DEPTH)) {
    try {
      return await openStream(url, fetcher, onTitle, depth + 1);
    } catch (error) {
      failure = failureOf(error);
    }
  }
  throw failure;
}
