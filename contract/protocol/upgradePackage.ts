import { z } from 'zod';
import { codeValues, upgradeFeature } from '../codes.ts';
import { fieldText } from '../rules/fieldText.ts';

/**
 * Layout of upgrade packages (docs/protocols/upgrade-package.md), without cryptography; used by server, terminals and tools.
 */

/** Bytes 0–7 of every package. */
export const PACKAGE_MAGIC = 'TOCSINUP';
export const PACKAGE_FORMAT = 1;
/** Magic (8), format (4) and length of the manifest (4), both big-endian. */
export const PREFIX_BYTES = 16;
export const MAX_MANIFEST_BYTES = 16_384;
/** Trailer of the file: public key (32 bytes) and signature (64 bytes). */
export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
export const TRAILER_BYTES = KEY_BYTES + SIGNATURE_BYTES;

/** Format of a version. Versions are compared for equality as a whole; only `min_version` compares parts. */
export const packageVersion = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+_-]{0,39}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Ed25519 public key: 32 bytes as base64. */
export const publicKey = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/);
/** Trusted public key with the name of its owner. */
export const trustedKey = z.object({
  name: z.string().trim().min(1).max(50).describe('Name of the owner of the key.'),
  key: publicKey.describe('Public key: 32 bytes, base64.'),
});
export type TrustedKey = z.output<typeof trustedKey>;

/** Manifest of a package: JSON in UTF-8. Unknown fields are ignored. */
export const packageManifest = z.object({
  name: z.string().trim().min(1).max(100).describe('Name of the package, for display.'),
  version: packageVersion.describe(fieldText.version),
  feature_code: z.enum(codeValues(upgradeFeature)).describe(fieldText.feature_code),
  min_version: packageVersion.optional().describe(fieldText.min_version),
  size: z.number().int().min(1).max(4_294_967_296).describe(fieldText.size),
  sha256: sha256.describe(fieldText.sha256),
});
export type PackageManifest = z.output<typeof packageManifest>;

/** Reads the length of the manifest from the first 16 bytes; null: not a package. */
export function manifestLength(prefix: Uint8Array): number | null {
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
  if (prefix.byteLength < PREFIX_BYTES) return null;
  const isMagic = [...PACKAGE_MAGIC].every((letter, i) => prefix[i] === letter.charCodeAt(0));
  const length = view.getUint32(12);
  if (!isMagic || view.getUint32(8) !== PACKAGE_FORMAT || length < 2 || length > MAX_MANIFEST_BYTES)
    return null;
  return length;
}

/** First 16 bytes of a package, with the length of its manifest in bytes. */
export function packagePrefix(manifestBytes: number): Uint8Array {
  const prefix = new Uint8Array(PREFIX_BYTES);
  const view = new DataView(prefix.buffer);
  prefix.set(new TextEncoder().encode(PACKAGE_MAGIC));
  view.setUint32(8, PACKAGE_FORMAT);
  view.setUint32(12, manifestBytes);
  return prefix;
}

/** Parses the bytes of a manifest; null: not a valid manifest. */
export function readManifest(bytes: Uint8Array): PackageManifest | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return packageManifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Size of a whole package, bytes. */
export function packageBytes(manifestBytes: number, payloadBytes: number): number {
  return PREFIX_BYTES + manifestBytes + payloadBytes + TRAILER_BYTES;
}

/**
 * Tells whether one version is older than another. Parts between `.`, `-`, `+` and `_` are compared in turn: numbers
 * by value, texts alphabetically; a missing part is older.
 */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version.split(/[.+_-]/), than.split(/[.+_-]/)];
  for (let i = 0; i < Math.max(own.length, other.length); i++) {
    const [a = '', b = ''] = [own[i], other[i]];
    if (a === b) continue;
    const areNumbers = /^\d+$/.test(a) && /^\d+$/.test(b);
    return areNumbers ? Number(a) < Number(b) : a < b;
  }
  return false;
}
