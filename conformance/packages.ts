import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type PackageManifest, packagePrefix } from '../contract/protocol/upgradePackage.ts';

export interface PackageKey {
  privateKey: KeyObject;
  /** Public key, 32 bytes, and as base64. */
  bytes: Buffer;
  text: string;
}

export function packageKey(): PackageKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { privateKey, bytes, text: bytes.toString('base64') };
}

/**
 * Makes an upgrade package (docs/protocols/upgrade-package.md) of bytes that are no program.
 *
 * @param damage changes one bit of the signature
 */
export function makePackage(
  about: Pick<PackageManifest, 'version' | 'feature_code'>,
  payload: Buffer,
  key: PackageKey,
  damage = false,
) {
  const digest = createHash('sha256').update(payload).digest();
  const manifest = Buffer.from(
    JSON.stringify({
      name: 'Conformance test',
      ...about,
      size: payload.length,
      sha256: digest.toString('hex'),
    }),
  );
  const head = Buffer.concat([packagePrefix(manifest.length), manifest]);
  const signature = sign(null, Buffer.concat([head, digest]), key.privateKey);
  if (damage) signature.writeUInt8(signature.readUInt8(10) ^ 1, 10);
  const bytes = Buffer.concat([head, payload, key.bytes, signature]);
  return {
    bytes,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    signature: signature.toString('base64'),
  };
}
