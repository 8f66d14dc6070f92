import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../contract/api/errors.ts';
import {
  isOlder,
  PREFIX_BYTES,
  packagePrefix,
  TRAILER_BYTES,
} from '../../../contract/protocol/upgradePackage.ts';
import { makePackage, newPackageKey } from '../../../scripts/upgradePackage.ts';
import { PackageCheck, type PackageFacts } from '../../../server/edge/upgrades/packageCheck.ts';
import { randomRuns } from '../../support/random.ts';

const key = newPackageKey();
const payload = Buffer.alloc(5_000, 'tocsin');
const about = { name: 'Column', version: '2.0', feature_code: 'aoip.p' } as const;
const whole = makePackage(about, payload, key.pem);
const manifestEnd = PREFIX_BYTES + whole.readUInt32BE(12);

/** Reads in pieces of a size; returns the facts, or the key of the refusal. */
function read(bytes: Buffer, size = 1_000): PackageFacts | string {
  const check = new PackageCheck();
  try {
    for (let at = 0; at < bytes.length; at += size) check.update(bytes.subarray(at, at + size));
    return check.end();
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}

/** Package with this text as manifest. */
function withManifest(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([packagePrefix(bytes.length), bytes, payload, whole.subarray(-TRAILER_BYTES)]);
}
const changedAt = (place: number) => {
  const bytes = Buffer.from(whole);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
};

describe('a package', () => {
  test.each([1, 7, 16, 97, 4_096, 1_000_000])('is read in pieces of %d bytes', (size) => {
    expect(read(whole, size)).toMatchObject({ ...about, size: 5_000, signer_key: key.publicKey });
  });

  test('truncated anywhere is refused', () => {
    for (let end = 0; end < whole.length; end += 61)
      expect(read(whole.subarray(0, end)), String(end)).toBe(
        end < PREFIX_BYTES ? 'upgrade.noPackage' : 'upgrade.truncated',
      );
    expect(read(whole.subarray(0, -1))).toBe('upgrade.truncated');
  });

  test('with trailing bytes is refused before the end is read', () => {
    expect(read(Buffer.concat([whole, Buffer.of(0)]))).toBe('upgrade.trailing');
  });

  test('with any changed bit is refused', () => {
    for (let place = 0; place < whole.length; place += 13)
      expect(typeof read(changedAt(place)), String(place)).toBe('string');
    expect(read(changedAt(0))).toBe('upgrade.noPackage');
    expect(read(changedAt(manifestEnd + 9))).toBe('upgrade.wrongDigest');
    // The key, then the signature.
    expect(read(changedAt(whole.length - 90))).toBe('upgrade.wrongSignature');
    expect(read(changedAt(whole.length - 9))).toBe('upgrade.wrongSignature');
  });

  test.each([
    ['not JSON', '{"name":', 'upgrade.badManifest'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'upgrade.badManifest'],
    ['an array', '[]', 'upgrade.badManifest'],
    [
      'a version that is a path',
      JSON.stringify({ ...about, version: '../x', size: 1, sha256: 'a'.repeat(64) }),
      'upgrade.badManifest',
    ],
    [
      'no such feature',
      JSON.stringify({ ...about, feature_code: 'aoip.z', size: 1, sha256: 'a'.repeat(64) }),
      'upgrade.badManifest',
    ],
    [
      'a size below nothing',
      JSON.stringify({ ...about, size: -1, sha256: 'a'.repeat(64) }),
      'upgrade.badManifest',
    ],
    [
      'a size beyond all',
      JSON.stringify({ ...about, size: 1e15, sha256: 'a'.repeat(64) }),
      'upgrade.badManifest',
    ],
    [
      'a size that is not there',
      JSON.stringify({ ...about, size: 4e9, sha256: 'a'.repeat(64) }),
      'upgrade.truncated',
    ],
    ['too much of it', Buffer.alloc(20_000, 0x20), 'upgrade.noPackage'],
    ['none', '', 'upgrade.noPackage'],
  ])('whose manifest is %s is refused', (_what, text, message) => {
    expect(read(withManifest(text))).toBe(message);
  });

  test('of random bytes is refused, in any pieces', () => {
    const noise = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(noise, fc.boolean(), fc.integer({ min: 1, max: 50 }), (bytes, isHeaded, size) => {
        const parts = isHeaded ? [packagePrefix(bytes.length), bytes] : [bytes];
        expect(typeof read(Buffer.concat(parts), size)).toBe('string');
      }),
      randomRuns(300),
    );
  });
});

test('compares versions by age', () => {
  expect([isOlder('1.9', '1.10'), isOlder('1.10', '1.9'), isOlder('2', '2')]).toEqual([true, false, false]);
  expect([isOlder('1', '1.0'), isOlder('1.0', '1'), isOlder('1.0-beta', '1.0-rc')]).toEqual([
    true,
    false,
    true,
  ]);
});
