import { createDecipheriv } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamFailure } from './failure.ts';
import { type Fetcher, openUrl, readAll } from './http.ts';
import { type Part, readPlaylist, type Segment } from './playlist.ts';

/** Bytes of the stream. `anew`: the encoding changes here. */
export interface Chunk {
  bytes: Buffer;
  anew: boolean;
}

/** Segments before the end at which a live stream starts (RFC 8216, 6.3.3). */
const FROM_END = 3;
/** Largest segment, bytes: ten seconds of low-quality video are far smaller. */
const MAX_SEGMENT = 32 * 1024 * 1024;
/** Readings of an unchanged playlist, one per target duration, after which the stream counts as cut. */
const MAX_UNCHANGED = 6;
/** Limits of the delay between two readings, seconds. */
const LEAST_WAIT_S = 0.5;
const MOST_WAIT_S = 10;

async function bytesOf(url: string, fetcher: Fetcher, range: Segment['range'] = null): Promise<Buffer> {
  const header = range && { range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
  const { response } = await openUrl(url, fetcher, header ?? {});
  const bytes = await readAll(response, MAX_SEGMENT);
  // A server without support of ranges sends the whole file.
  return range !== null && response.statusCode === 200
    ? bytes.subarray(range.offset, range.offset + range.length)
    : bytes;
}

function nameOf(part: Part | null): string {
  return part === null ? '' : `${part.url} ${part.range?.offset}`;
}

/**
 * Yields the sound of an HLS stream, segment by segment, as its playlist grows; ends with the playlist. A
 * single missing segment is skipped.
 * @param first the playlist as it was read
 * @param url address of the playlist
 * @throws StreamFailure when nothing new comes, or the playlist is gone
 */
export async function* hlsChunks(first: string, url: string, fetcher: Fetcher): AsyncGenerator<Chunk> {
  const keys = new Map<string, Buffer>();
  let text = first;
  let next: number | null = null;
  let map: Part | null = null;
  let idle = 0;
  let begun = false;

  async function plain(segment: Segment): Promise<Buffer> {
    const bytes = await bytesOf(segment.url, fetcher, segment.range);
    if (segment.key === null) return bytes;
    const key = keys.get(segment.key.url) ?? (await bytesOf(segment.key.url, fetcher));
    keys.set(segment.key.url, key);
    const iv = segment.key.iv ?? Buffer.from(segment.number.toString(16).padStart(32, '0'), 'hex');
    try {
      const decipher = createDecipheriv('aes-128-cbc', key, iv);
      return Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch (error) {
      throw new StreamFailure('radio.encrypted', {}, String(error));
    }
  }

  for (;;) {
    const playlist = readPlaylist(text, url);
    if (playlist.kind !== 'media') throw new StreamFailure('radio.notAudio', {}, 'no HLS any more');
    if (playlist.isEncrypted) throw new StreamFailure('radio.encrypted');
    const { segments, ended, target } = playlist;
    const oldest = segments[0]?.number ?? 0;
    const newest = segments.at(-1)?.number ?? 0;
    // Starts near the live end; later continues, or jumps to the start of the playlist (it may have been
    // reset).
    if (next === null) next = ended ? oldest : Math.max(oldest, newest + 1 - FROM_END);
    else if (next < oldest || next > newest + 1 + segments.length) next = oldest;
    const fresh = segments.filter((segment) => segment.number >= (next ?? 0));
    idle = fresh.length === 0 ? idle + 1 : 0;
    if (idle > MAX_UNCHANGED) throw new StreamFailure('radio.silent', {}, 'the playlist does not grow');
    for (const segment of fresh) {
      next = segment.number + 1;
      const isNew = nameOf(segment.map) !== nameOf(map);
      const isAnew = begun && (segment.discontinuity || (isNew && map !== null));
      if (isAnew) yield { bytes: Buffer.alloc(0), anew: true };
      begun = true;
      if (segment.map !== null && (isNew || isAnew))
        yield { bytes: await bytesOf(segment.map.url, fetcher, segment.map.range), anew: false };
      map = segment.map;
      const bytes = await plain(segment).catch((error: unknown) => {
        const isGone = error instanceof StreamFailure && error.key === 'radio.status';
        if (isGone) return null;
        throw error;
      });
      if (bytes !== null) yield { bytes, anew: false };
    }
    if (ended) return;
    const waitS = Math.min(Math.max(fresh.length === 0 ? target / 2 : target, LEAST_WAIT_S), MOST_WAIT_S);
    await delay(waitS * 1000, undefined, { signal: fetcher.signal });
    text = (await readAll((await openUrl(url, fetcher)).response)).toString('utf8');
  }
}
