import { createHash, randomBytes } from 'node:crypto';

/** Makes an opaque token or secret of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash under which a token is stored. Tokens have full entropy, so one round of SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
