import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** Bytes of a one-time token: 128 bits, so that it cannot be guessed, also not from a recorded handshake. */
const TOKEN_BYTES = 16;

/** Creates a private key (Ed25519, PKCS #8, base64), by which a partner recognises this machine. */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

const readPrivateKey = (key: string) =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });

/** Public key (SPKI, base64) of a private key. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(readPrivateKey(privateKey))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');
}

export function signText(privateKey: string, text: string): string {
  return sign(null, Buffer.from(text), readPrivateKey(privateKey)).toString('base64');
}

/** Tells if a text was signed by the owner of the public key; false also for a key that cannot be read. */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Creates a one-time token: 32 hexadecimal digits in groups of four. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex').match(/.{4}/g)?.join('-') ?? '';
}

/** Digits of a typed token, without spaces and hyphens; null: it is not a token. */
export function readToken(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : null;
}

/** Proof of knowing a token, without sending it. @param token digits, as `readToken` returns them */
export function tokenProof(token: string, text: string): string {
  return createHmac('sha256', Buffer.from(token, 'hex')).update(text).digest('base64');
}

export function isTokenProof(token: string, text: string, proof: string): boolean {
  const [wanted, given] = [Buffer.from(tokenProof(token, text)), Buffer.from(proof)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
