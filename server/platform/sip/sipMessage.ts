/** Parsing and writing of SIP messages (RFC 3261, 7 and 20). */

export type Headers = readonly (readonly [name: string, value: string])[];

interface Common {
  /** Names as written by this side, or in lower case when parsed. */
  headers: Headers;
  body: string;
}
export interface SipRequest extends Common {
  method: string;
  uri: string;
}
export interface SipResponse extends Common {
  status: number;
  reason: string;
}
export type SipMessage = SipRequest | SipResponse;

/** Reason why a message was not accepted. */
export class SipFormatError extends Error {}

const MAX_BYTES = 65_535;
const MAX_HEADERS = 200;
const MAX_CSEQ = 2 ** 31;
const compact: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  s: 'subject',
  k: 'supported',
  e: 'content-encoding',
};
/** Headers that each message has exactly once. */
const single = ['from', 'to', 'call-id', 'cseq'] as const;
const token = /^[A-Za-z0-9!%*_+`'~.-]+$/;

/** First value of a header; undefined: absent. */
export function headerOf({ headers }: Pick<Common, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([one]) => one.toLowerCase() === wanted)?.[1];
}

/** Splits a header at its commas outside of quotes and brackets. */
export function splitList(value: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let i = 0; i < value.length; i++) {
    const one = value[i];
    if (isQuoted) {
      if (one === '\\') i++;
      else if (one === '"') isQuoted = false;
    } else if (one === '"') isQuoted = true;
    else if (one === '<') isBracketed = true;
    else if (one === '>') isBracketed = false;
    else if (one === ',' && !isBracketed) {
      parts.push(value.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, value.slice(from).trim()].filter((part) => part !== '');
}

/** All values of a header, in their order. */
export function headersOf({ headers }: Pick<Common, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([one]) => one.toLowerCase() === wanted).flatMap(([, value]) => splitList(value));
}

/** Number and method of CSeq. */
export function sequenceOf(message: Pick<Common, 'headers'>): { number: number; method: string } {
  const [, number = '', method = ''] = /^(\d{1,10})\s+(\S+)$/.exec(headerOf(message, 'cseq') ?? '') ?? [];
  return { number: Number(number), method };
}

function parseHeaders(lines: readonly string[]): [string, string][] {
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] = `${last[1]} ${line.trim()}`;
      continue;
    }
    const [, name = '', value = ''] = /^([^\s:]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (!token.test(name)) throw new SipFormatError('a header without a name');
    if (headers.length >= MAX_HEADERS) throw new SipFormatError('too many headers');
    const lower = name.toLowerCase();
    headers.push([compact[lower] ?? lower, value.trim()]);
  }
  return headers;
}

function parseStart(line: string): { method: string; uri: string } | { status: number; reason: string } {
  const [, status, reason = ''] = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i.exec(line) ?? [];
  if (status !== undefined) return { status: Number(status), reason };
  const [, method = '', uri = ''] = /^(\S+) (\S+) SIP\/2\.0$/i.exec(line) ?? [];
  if (!token.test(method) || /[<>"]/.test(uri)) throw new SipFormatError('no SIP/2.0 start line');
  return { method, uri };
}

/** Length of the body that the headers announce; null: not given. */
function lengthOf(headers: Headers): number | null {
  const [text, ...more] = headers.filter(([name]) => name === 'content-length').map(([, value]) => value);
  if (text === undefined) return null;
  // Who reads the other one sees a message where this side sees a body.
  if (more.length > 0) throw new SipFormatError('several Content-Length');
  if (!/^\d{1,6}$/.test(text)) throw new SipFormatError('a Content-Length that is no number');
  return Number(text);
}

/** Position and length of a message at the beginning of a stream; null: it has not arrived completely. */
export function messageBytes(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) {
    if (bytes.length > MAX_BYTES) throw new SipFormatError('headers without an end');
    return null;
  }
  const [, ...lines] = bytes.subarray(0, end).toString('utf8').split('\r\n');
  const all = end + 4 + (lengthOf(parseHeaders(lines)) ?? 0);
  if (all > MAX_BYTES) throw new SipFormatError('too long');
  return bytes.length < all ? null : all;
}

/**
 * Parses a message.
 * @throws SipFormatError
 */
export function parseMessage(bytes: Buffer): SipMessage {
  if (bytes.length > MAX_BYTES) throw new SipFormatError('too long');
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new SipFormatError('headers without an end');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('utf8').split('\r\n');
  const start = parseStart(first);
  const headers = parseHeaders(lines);
  for (const name of single)
    if (headers.filter(([one]) => one === name).length !== 1) throw new SipFormatError(`not one ${name}`);
  if (headerOf({ headers }, 'via') === undefined) throw new SipFormatError('no via');
  const { number, method } = sequenceOf({ headers });
  if (method === '' || number >= MAX_CSEQ) throw new SipFormatError('a CSeq that is none');
  if ('method' in start && method !== start.method) throw new SipFormatError('a CSeq of another method');
  const rest = bytes.subarray(end + 4);
  const length = lengthOf(headers) ?? rest.length;
  if (length > rest.length) throw new SipFormatError('a body that is shorter than its Content-Length');
  return { ...start, headers, body: rest.subarray(0, length).toString('utf8') };
}

/** Writes a message; Content-Length is added. Line ends in values are refused. */
export function writeMessage(message: SipMessage): Buffer {
  const first =
    'method' in message
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = [first, ...message.headers.map(([name, value]) => `${name}: ${value}`)];
  if (lines.some((line) => /[\r\n]/.test(line))) throw new SipFormatError('a line end in a header');
  return Buffer.from(
    `${[...lines, `Content-Length: ${Buffer.byteLength(message.body)}`].join('\r\n')}\r\n\r\n${message.body}`,
  );
}
