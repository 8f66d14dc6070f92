import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  KEY_BYTES,
  manifestLength,
  type PackageManifest,
  PREFIX_BYTES,
  packagePrefix,
  readManifest,
  SIGNATURE_BYTES,
  TRAILER_BYTES,
} from '../contract/protocol/upgradePackage.ts';

export interface PackageKey {
  privateKey: KeyObject;
  /** Public key, 32 bytes, and as base64. */
  bytes: Buffer;
  text: string;
}

/** Package of a maker, with the values of its order. */
export interface GivenPackage {
  bytes: Buffer;
  size: number;
  sha256: string;
  version: string;
  key: string;
  signature: string;
}

/** Reads a package as it is rolled out. @throws Error if it is none */
export function readPackage(bytes: Buffer): GivenPackage {
  const length = manifestLength(bytes.subarray(0, PREFIX_BYTES));
  const manifest = length && readManifest(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length));
  if (!manifest) throw new Error('this is no upgrade package');
  const trailer = bytes.subarray(-TRAILER_BYTES);
  return {
    ...{ bytes, size: bytes.length, version: manifest.version },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    key: trailer.subarray(0, KEY_BYTES).toString('base64'),
    signature: trailer.subarray(-SIGNATURE_BYTES).toString('base64'),
  };
}

export function packageKey(): PackageKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { privateKey, bytes, text: bytes.toString('base64') };
}

/**
 * Makes an upgrade package (docs/protocols/upgrade-package.md) of bytes that are no program.
 *
 * @param fault `signature`: one bit of the signature is changed; `payload`: one bit of the payload, before it is signed
 */
export function makePackage(
  about: Pick<PackageManifest, 'version' | 'feature_code'>,
  payload: Buffer,
  key: PackageKey,
  fault?: string,
) {
  const sha256 = createHash('sha256').update(payload).digest('hex');
  if (fault === 'payload') payload.writeUInt8(payload.readUInt8(10) ^ 1, 10);
  const digest = createHash('sha256').update(payload).digest();
  const manifest = Buffer.from(
    JSON.stringify({
      name: 'Conformance test',
      ...about,
      size: payload.length,
      sha256,
    }),
  );
  const head = Buffer.concat([packagePrefix(manifest.length), manifest]);
  const signature = sign(null, Buffer.concat([head, digest]), key.privateKey);
  if (fault === 'signature') signature.writeUInt8(signature.readUInt8(10) ^ 1, 10);
  const bytes = Buffer.concat([head, payload, key.bytes, signature]);
  return {
    bytes,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    signature: signature.toString('base64'),
  };
}
