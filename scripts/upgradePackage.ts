import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type PackageManifest, packageManifest, packagePrefix } from '../contract/protocol/upgradePackage.ts';

/** A new key: the private half as PEM (PKCS #8), the public one as the base64 that sites and terminals trust. */
export function newPackageKey(): { pem: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { pem, publicKey: publicKeyOf(privateKey).toString('base64') };
}

/** The 32 bytes of the public half. */
export function publicKeyOf(key: KeyObject): Buffer {
  const { x } = key.export({ format: 'jwk' });
  if (x === undefined) throw new Error('not an Ed25519 key');
  return Buffer.from(x, 'base64url');
}

/** A whole package (docs/protocols/upgrade-package.md). @param pem the private key that signs it */
export function makePackage(
  about: Omit<PackageManifest, 'size' | 'sha256'>,
  payload: Uint8Array,
  pem: string,
): Buffer {
  const digest = createHash('sha256').update(payload).digest();
  const manifest = packageManifest.parse({ ...about, size: payload.length, sha256: digest.toString('hex') });
  const text = Buffer.from(JSON.stringify(manifest));
  const header = Buffer.concat([packagePrefix(text.length), text]);
  const key = createPrivateKey(pem);
  const signature = sign(null, Buffer.concat([header, digest]), key);
  return Buffer.concat([header, payload, publicKeyOf(key), signature]);
}
