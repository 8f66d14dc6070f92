import { createHash, createPublicKey, verify } from 'node:crypto';
import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import {
  KEY_BYTES,
  manifestLength,
  type PackageManifest,
  PREFIX_BYTES,
  packageManifest,
  readManifest,
  TRAILER_BYTES,
} from '../../../contract/protocol/upgradePackage.ts';

/** Properties of a package after a complete check. */
export interface PackageFacts extends PackageManifest {
  /** Base64. */
  signer_key: string;
  signature: string;
}

function refuse(key: MessageKey, params = {}): never {
  throw new AppError(errorCode.badRequest, key, params);
}

/** Verifies the Ed25519 signature over the header and the digest of the payload. @param key 32 raw bytes */
function isSigned(header: Uint8Array, digest: Uint8Array, key: Buffer, signature: Buffer): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
    const made = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, Buffer.concat([header, digest]), made, signature);
  } catch {
    // Not every 32 bytes are a valid public key.
    return false;
  }
}

/**
 * Checks a package as a stream, in pieces of any size, keeping only header and trailer
 * (docs/protocols/upgrade-package.md). Trust in the signer is not checked here.
 */
export class PackageCheck {
  #head = Buffer.alloc(0);
  #headBytes = PREFIX_BYTES;
  #manifest: PackageManifest | null = null;
  #left = 0;
  #trailer = Buffer.alloc(0);
  readonly #payload = createHash('sha256');

  /** Takes a piece. @throws AppError 400 as soon as the package is invalid */
  update(chunk: Uint8Array): void {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (this.#manifest === null && rest.length > 0) rest = this.#header(rest);
    const payload = rest.subarray(0, this.#left);
    this.#payload.update(payload);
    this.#left -= payload.length;
    const after = rest.subarray(payload.length);
    if (this.#trailer.length + after.length > TRAILER_BYTES) refuse('upgrade.trailing');
    if (after.length > 0) this.#trailer = Buffer.concat([this.#trailer, after]);
  }

  /** Finishes the check. @throws AppError 400 when it is truncated, damaged, or not signed by its key */
  end(): PackageFacts {
    const manifest = this.#manifest;
    if (manifest === null && this.#head.length < PREFIX_BYTES) refuse('upgrade.noPackage');
    if (manifest === null || this.#left > 0 || this.#trailer.length < TRAILER_BYTES)
      refuse('upgrade.truncated');
    const digest = this.#payload.digest();
    if (digest.toString('hex') !== manifest.sha256) refuse('upgrade.wrongDigest');
    const key = this.#trailer.subarray(0, KEY_BYTES);
    const signature = this.#trailer.subarray(KEY_BYTES);
    if (!isSigned(this.#head, digest, key, signature)) refuse('upgrade.wrongSignature');
    return { ...manifest, signer_key: key.toString('base64'), signature: signature.toString('base64') };
  }

  /** Takes the part of a chunk that belongs to the header; returns the rest. */
  #header(chunk: Buffer): Buffer {
    const taken = chunk.subarray(0, this.#headBytes - this.#head.length);
    this.#head = Buffer.concat([this.#head, taken]);
    if (this.#head.length === this.#headBytes) {
      if (this.#headBytes === PREFIX_BYTES) {
        const length = manifestLength(this.#head) ?? refuse('upgrade.noPackage');
        this.#headBytes += length;
      } else {
        const bytes = this.#head.subarray(PREFIX_BYTES);
        this.#manifest = readManifest(bytes) ?? refuse('upgrade.badManifest', { field: faultOf(bytes) });
        this.#left = this.#manifest.size;
      }
    }
    return chunk.subarray(taken.length);
  }
}

/** Invalid field of a manifest; `manifest` when it is no JSON. */
function faultOf(bytes: Uint8Array): string {
  try {
    const { error } = packageManifest.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return error?.issues[0]?.path.join('.') || 'manifest';
  } catch {
    return 'manifest';
  }
}
