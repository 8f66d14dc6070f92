import { randomBytes } from 'node:crypto';
import { MASTER_BYTES } from './srtp.ts';

/** Key of one side of a call, as its description carries it (RFC 4568). */
export interface SdesKey {
  /** Number of the line; an answer has that of the offer. */
  tag: number;
  /** Master key and salt. Never logged. */
  master: Uint8Array;
}

const SUITE = 'AES_CM_128_HMAC_SHA1_80';
/** Line with the suite, without parameters of the session and without several keys: these are not supported. */
const FORM = new RegExp(
  `^a=crypto:(\\d{1,9}) ${SUITE} inline:([A-Za-z0-9+/]{40})(?:\\|(?:2\\^)?\\d{1,20})?\\s*$`,
  'i',
);

/** Makes a key for the sound that this side sends. */
export const newMaster = (): Uint8Array => randomBytes(MASTER_BYTES);

/** Writes the line of a key. */
export const writeCrypto = ({ tag, master }: SdesKey): string =>
  `a=crypto:${tag} ${SUITE} inline:${Buffer.from(master).toString('base64')}`;

/** Reads the line of a key; null: another suite, or a form that is not supported. */
export function readCrypto(line: string): SdesKey | null {
  const [, tag, key] = FORM.exec(line) ?? [];
  if (tag === undefined || key === undefined) return null;
  return { tag: Number(tag), master: Buffer.from(key, 'base64') };
}
