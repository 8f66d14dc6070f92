import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encryption by an idempotency key: requests hold passwords and responses hold secrets, so only the key can
 * open what is stored.
 */
export interface Seal {
  /** SHA-256 of the key, stored in its place. */
  name: string;
  /** HMAC of a request's content. */
  fingerprint(content: string): string;
  close(text: string): string;
  /** @throws Error if it was not encrypted with the same key */
  open(sealed: string): string;
}

export function sealOf(key: string): Seal {
  const secret = () => Buffer.from(hkdfSync('sha256', key, '', 'idempotency answer', 32));
  return {
    name: createHash('sha256').update(key).digest('base64url'),
    fingerprint: (content) => createHmac('sha256', key).update(content).digest('base64url'),
    close(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, secret(), iv);
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const cipher = createDecipheriv(CIPHER, secret(), bytes.subarray(0, IV_BYTES));
      const start = IV_BYTES + TAG_BYTES;
      cipher.setAuthTag(bytes.subarray(IV_BYTES, start));
      return cipher.update(bytes.subarray(start), undefined, 'utf8') + cipher.final('utf8');
    },
  };
}
