import { SaxesParser } from 'saxes';

/** File, or part of it: length and offset in bytes. */
export interface Part {
  url: string;
  range: { length: number; offset: number } | null;
}

/** Segment of an HLS stream. */
export interface Segment extends Part {
  /** Media sequence number: the same segment has the same number in every reading of the playlist. */
  number: number;
  /** The segment has another encoding, or restarts its timestamps. */
  discontinuity: boolean;
  /** Initialisation section that precedes the first segment (fragmented MP4). */
  map: Part | null;
  key: { url: string; iv: Buffer | null } | null;
}

export type Playlist =
  /** Addresses to continue with, the best first. */
  | { kind: 'list'; urls: string[] }
  | { kind: 'media'; segments: Segment[]; target: number; ended: boolean; isEncrypted: boolean };

/** Parses an attribute list (RFC 8216, 4.2). Each name begins at a comma, so that time grows with length only. */
function attributes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/(?:^|,)\s*([A-Z0-9-]+)=("[^"]*"|[^,]*)/g))
    found.set(name, value.replace(/^"|"$/g, ''));
  return found;
}

/** Splits `#TAG:value`. */
function tagOf(line: string): [tag: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
}

const audioCodec = /^(mp4a|mp3|ac-3|ec-3|opus|flac|alac)/i;

/** Variants of a master playlist: audio-only first, else by increasing bandwidth. */
function variants(lines: readonly string[]): string[] {
  const found: { url: string; bandwidth: number; isSound: boolean }[] = [];
  let next: Omit<(typeof found)[number], 'url'> | null = null;
  for (const line of lines) {
    const [tag, value] = tagOf(line);
    if (tag === '#EXT-X-MEDIA') {
      const values = attributes(value);
      const url = values.get('URI');
      if (values.get('TYPE') !== 'AUDIO' || url === undefined) continue;
      found.push({ url, bandwidth: values.get('DEFAULT') === 'YES' ? 0 : 1, isSound: true });
    } else if (tag === '#EXT-X-STREAM-INF') {
      const values = attributes(value);
      const codecs = values.get('CODECS')?.split(',') ?? [];
      const isSound = codecs.length > 0 && codecs.every((codec) => audioCodec.test(codec.trim()));
      next = { bandwidth: Number(values.get('BANDWIDTH') ?? 0), isSound };
    } else if (!line.startsWith('#') && next !== null) {
      found.push({ url: line, ...next });
      next = null;
    }
  }
  found.sort((a, b) => Number(b.isSound) - Number(a.isSound) || a.bandwidth - b.bandwidth);
  return found.map(({ url }) => url);
}

function ivOf(text: string | undefined): Buffer | null {
  if (text === undefined || !/^0x[0-9a-f]{1,32}$/i.test(text)) return null;
  return Buffer.from(text.slice(2).padStart(32, '0'), 'hex');
}

/** Parses `length@offset`; without an offset it continues at `after`. */
function rangeOf(text: string, after: number): Part['range'] {
  const [length = 0, offset] = text.split('@').map(Number);
  return { length, offset: offset ?? after };
}

function media(lines: readonly string[], absolute: (url: string) => string): Playlist {
  const segments: Segment[] = [];
  let number = 0;
  let target = 10;
  let ended = false;
  let isEncrypted = false;
  let map: Part | null = null;
  let key: Segment['key'] = null;
  let discontinuity = false;
  let range: Segment['range'] = null;
  let after = 0;
  for (const line of lines) {
    const [tag, rest] = tagOf(line);
    if (tag === '#EXT-X-MEDIA-SEQUENCE') number = Number.parseInt(rest, 10) || 0;
    else if (tag === '#EXT-X-TARGETDURATION') target = Number.parseFloat(rest) || target;
    else if (tag === '#EXT-X-ENDLIST') ended = true;
    else if (tag === '#EXT-X-DISCONTINUITY') discontinuity = true;
    else if (tag === '#EXT-X-MAP') {
      const values = attributes(rest);
      const url = values.get('URI');
      const own = values.get('BYTERANGE');
      map =
        url === undefined ? null : { url: absolute(url), range: own === undefined ? null : rangeOf(own, 0) };
    } else if (tag === '#EXT-X-KEY') {
      const values = attributes(rest);
      const method = values.get('METHOD');
      const url = values.get('URI');
      if (method === 'AES-128' && url !== undefined) key = { url: absolute(url), iv: ivOf(values.get('IV')) };
      else if (method === 'NONE') key = null;
      else isEncrypted = true;
    } else if (tag === '#EXT-X-BYTERANGE') {
      range = rangeOf(rest, after);
    } else if (!line.startsWith('#')) {
      const url = absolute(line);
      if (url !== '') segments.push({ number, url, discontinuity, range, map, key });
      after = range === null ? 0 : range.offset + range.length;
      number++;
      discontinuity = false;
      range = null;
    }
  }
  return { kind: 'media', segments, target, ended, isEncrypted };
}

/** XSPF: an XML playlist, of which only the addresses are read. */
const XSPF = /^[^<]*(<\?xml[^>]*>\s*)?<playlist[^>]*xspf/i;

/** Addresses of an XSPF playlist, as far as it is well-formed XML. */
function locations(text: string): string[] {
  const found: string[] = [];
  let current: string | null = null;
  const parser = new SaxesParser();
  const add = (part: string) => {
    if (current !== null) current += part;
  };
  parser.on('opentag', ({ name }) => {
    current = name === 'location' ? '' : null;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    if (current !== null) found.push(current.trim());
    current = null;
  });
  try {
    parser.write(text).close();
  } catch {
    // Addresses before the error are used.
  }
  return found;
}

/** Tells if a text begins like one of the supported kinds of playlists. */
export function isPlaylist(head: string): boolean {
  return /^(\uFEFF|\xef\xbb\xbf)?\s*(#EXTM3U|\[playlist\])/i.test(head) || XSPF.test(head);
}

/**
 * Reads M3U, PLS, XSPF and HLS (RFC 8216). Invalid addresses are left out. The text is anybody's: the time grows
 * linearly with its length.
 *
 * No library: hls-parser and m3u8-parser throw at playlists that occur and take over 12 s for hostile ones
 * (docs/decisions/0122-trees-ordering-and-playlists.md).
 * @param base address of the playlist
 */
export function readPlaylist(text: string, base: string): Playlist {
  const absolute = (url: string) => URL.parse(url, base)?.href ?? '';
  const list = (urls: readonly string[]): Playlist => ({
    kind: 'list',
    urls: urls.map(absolute).filter((url) => url !== ''),
  });
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const has = (tag: string) => lines.some((line) => line.startsWith(tag));
  if (/^\[playlist\]/i.test(lines[0] ?? ''))
    return list(lines.flatMap((line) => /^File\d+=(.+)$/i.exec(line)?.[1]?.trim() ?? []));
  if (XSPF.test(text)) return list(locations(text));
  if (has('#EXT-X-STREAM-INF')) return list(variants(lines));
  if (has('#EXT-X-TARGETDURATION')) return media(lines, absolute);
  return list(lines.filter((line) => !line.startsWith('#')));
}
