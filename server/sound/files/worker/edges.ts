import { readAt } from './formats.ts';

/** Length of the footer of an APE tag, and of an ID3v1 tag, which may follow it. */
const APE_FOOTER = 32;
const ID3V1 = 128;
/** Flag of the footer: the tag also has a header of the same length. */
const APE_HAS_HEADER = 0x80000000;

/**
 * Finds the end of the sound in a file, bytes: before an APE tag, in whose pictures FFmpeg would find frames
 * of MPEG audio.
 */
export function endOfSound(path: string, bytes: number): number {
  for (const behind of [0, ID3V1]) {
    const at = bytes - behind - APE_FOOTER;
    if (at < 0) continue;
    const footer = readAt(path, at, APE_FOOTER);
    if (footer.toString('latin1', 0, 8) !== 'APETAGEX') continue;
    const header = (footer.readUInt32LE(20) & APE_HAS_HEADER) === 0 ? 0 : APE_FOOTER;
    const start = at + APE_FOOTER - footer.readUInt32LE(12) - header;
    if (start > 0) return start;
  }
  return bytes;
}

/** Bytes read at a time while looking for a page; pages are up to 64 KB. */
const WINDOW = 1 << 16;
/** Version 0 and the flag "first page of a stream", after the capture pattern (RFC 3533). */
const FIRST_PAGE = Buffer.from('OggS\0\x02', 'latin1');

/**
 * Finds the next first page of an Ogg stream at or after `from`, bytes; null if there is none. A chained file
 * is a concatenation of streams, which may differ in rate and channels (RFC 3533).
 */
export function nextLink(path: string, from: number, bytes: number): number | null {
  for (let at = from; at < bytes; at += WINDOW) {
    const found = readAt(path, at, WINDOW + FIRST_PAGE.length).indexOf(FIRST_PAGE);
    if (found >= 0) return at + found;
  }
  return null;
}
