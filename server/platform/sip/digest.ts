import { createHash, randomBytes } from 'node:crypto';
import type { SipResponse } from './sipMessage.ts';

/** Name and password of an account. */
export interface Credentials {
  user: string;
  password: string;
}

export interface Challenge {
  realm: string;
  nonce: string;
  algorithm: 'MD5' | 'SHA-256';
  /** True when the server asks for `qop=auth`. */
  hasQop: boolean;
  opaque: string | null;
}

const hashes = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

/** Parses one challenge; null: this side cannot answer it. */
export function parseChallenge(value: string): Challenge | null {
  const [, rest] = /^Digest\s+(.*)$/is.exec(value.trim()) ?? [];
  if (rest === undefined) return null;
  const fields = new Map<string, string>();
  for (const [, name = '', quoted, plain] of rest.matchAll(
    /([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi,
  ))
    fields.set(name.toLowerCase(), quoted ?? plain ?? '');
  const algorithm = (fields.get('algorithm') ?? 'MD5').toUpperCase();
  const nonce = fields.get('nonce');
  const qop = fields.get('qop');
  if ((algorithm !== 'MD5' && algorithm !== 'SHA-256') || nonce === undefined) return null;
  if (qop !== undefined && !qop.split(/\s*,\s*/).includes('auth')) return null;
  return {
    ...{ algorithm, nonce, realm: fields.get('realm') ?? '' },
    hasQop: qop !== undefined,
    opaque: fields.get('opaque') ?? null,
  };
}

/** Challenges of a response: their commas do not separate headers. */
export function challengesOf({ headers }: Pick<SipResponse, 'headers'>): string[] {
  return headers
    .filter(([name]) => name === 'www-authenticate' || name === 'proxy-authenticate')
    .map(([, value]) => value);
}

/** Best of several challenges; null: none can be answered. */
export function bestChallenge(values: readonly string[]): Challenge | null {
  const all = values.map(parseChallenge).filter((one) => one !== null);
  return all.find(({ algorithm }) => algorithm === 'SHA-256') ?? all[0] ?? null;
}

/** Value of Authorization that answers a challenge (RFC 7616). */
export function authorization(
  { realm, nonce, algorithm, hasQop, opaque }: Challenge,
  { user, password }: Credentials,
  { method, uri }: { method: string; uri: string },
  cnonce: string = randomBytes(8).toString('hex'),
  /** Number of the request with this nonce. */
  count = 1,
): string {
  const hash = (text: string) => createHash(hashes[algorithm]).update(text).digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const [a1, a2] = [hash(`${user}:${realm}:${password}`), hash(`${method}:${uri}`)];
  const response = hasQop ? hash(`${a1}:${nonce}:${nc}:${cnonce}:auth:${a2}`) : hash(`${a1}:${nonce}:${a2}`);
  return [
    `Digest username="${user}"`,
    ...[`realm="${realm}"`, `nonce="${nonce}"`, `uri="${uri}"`, `response="${response}"`],
    `algorithm=${algorithm}`,
    ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === null ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
}
