import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  KEY_BYTES,
  manifestLength,
  type PackageManifest,
  PREFIX_BYTES,
  packageBytes,
  readManifest,
  TRAILER_BYTES,
} from '../../../contract/protocol/upgradePackage.ts';

/**
 * Reads the content of a package that is signed by one of `keys` (base64). @throws Error with the reason, which the
 * console shows
 */
export function readPackage(
  bytes: Buffer,
  keys: readonly string[],
): { manifest: PackageManifest; payload: Buffer } {
  const length = manifestLength(bytes);
  const headerBytes = PREFIX_BYTES + (length ?? 0);
  const manifest = length === null ? null : readManifest(bytes.subarray(PREFIX_BYTES, headerBytes));
  if (length === null || manifest === null || bytes.length !== packageBytes(length, manifest.size))
    throw new Error('the file is no upgrade package');
  const payload = bytes.subarray(headerBytes, -TRAILER_BYTES);
  const digest = createHash('sha256').update(payload).digest();
  if (digest.toString('hex') !== manifest.sha256) throw new Error('the package is damaged');
  const trailer = bytes.subarray(-TRAILER_BYTES);
  const key = trailer.subarray(0, KEY_BYTES);
  if (!keys.includes(key.toString('base64'))) throw new Error('the key of the package is not trusted here');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
  const signed = Buffer.concat([bytes.subarray(0, headerBytes), digest]);
  if (!verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), trailer.subarray(KEY_BYTES)))
    throw new Error('the signature of the package is wrong');
  return { manifest, payload };
}
