import { readAt } from './formats.ts';

/** Length of an APE tag's footer, and of an ID3v1 tag, which may stand behind it. */
const APE_FOOTER = 32;
const ID3V1 = 128;
/** Bit of the footer's flags: the tag has a header of the same length as well. */
const APE_HAS_HEADER = 0x80000000;

/**
 * Where the sound of a file ends, bytes: before an APE tag, whose pictures FFmpeg would search for frames of MPEG audio.
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

/** Read at a time, looking for a page; pages are up to 64 KB. */
const WINDOW = 1 << 16;
/** Version 0 and the flag "first page of a stream", behind the four letters (RFC 3533). */
const FIRST_PAGE = Buffer.from('OggS\0\x02', 'latin1');

/**
 * Where the next first page of an Ogg stream stands at or behind `from`, bytes; null: nowhere. A chained file is several
 * files one behind the other, and may change its rate and its channels there (RFC 3533).
 */
export function nextLink(path: string, from: number, bytes: number): number | null {
  for (let at = from; at < bytes; at += WINDOW) {
    const found = readAt(path, at, WINDOW + FIRST_PAGE.length).indexOf(FIRST_PAGE);
    if (found >= 0) return at + found;
  }
  return null;
}
