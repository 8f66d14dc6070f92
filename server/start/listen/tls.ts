import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { writeDurablySync } from '../../platform/dataFolder/writeDurably.ts';
import { machineNames, type Names } from '../../platform/process/machineNames.ts';
import { StartError } from '../../platform/process/startError.ts';

/** Certificate and private key, PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

const day = 86_400_000;
/** Browsers refuse certificates that are valid much longer. */
const validFor = 397 * day;
const renewBefore = 30 * day;

/**
 * Certificate of the server: the one of TLS_CERT and TLS_KEY, else a self-signed one that is stored in
 * `dataDir/tls` and renewed before it expires or when the machine gets a name or address that it lacks. Cheap
 * when nothing has changed; called every hour.
 *
 * @param onUnstored called when a new one cannot be stored, so that it is valid for this run only; without, that
 *   is an error
 * @throws StartError when the configured files cannot be used
 */
export async function serverCertificate(
  env: { TLS_CERT?: string | undefined; TLS_KEY?: string | undefined; DATA_DIR: string },
  names = machineNames(),
  onUnstored?: (error: unknown) => void,
): Promise<KeyPair> {
  if (env.TLS_CERT && env.TLS_KEY) return ownCertificate(env.TLS_CERT, env.TLS_KEY);
  const folder = join(env.DATA_DIR, 'tls');
  const kept = readKept(folder);
  if (kept && isFresh(kept.cert) && covers(namesOf(kept.cert), names)) return kept;
  const made = await selfMade(kept, names);
  try {
    store(folder, made);
  } catch (error) {
    if (onUnstored === undefined) throw error;
    onUnstored(error);
  }
  return made;
}

/** Reads the configured certificate. @throws StartError when the files cannot be used */
export function ownCertificate(certFile: string, keyFile: string): KeyPair {
  try {
    const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    throw new StartError(
      `TLS_CERT=${certFile} and TLS_KEY=${keyFile} cannot be used: ${(error as Error).message}`,
      undefined,
      { cause: error },
    );
  }
}

/** SHA-256 of the public key of a certificate (SubjectPublicKeyInfo), hexadecimal: terminals pin it. */
export function keyDigest(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('hex');
}

/** Key of the certificate before: terminals that have pinned it trust the new certificate too. */
function keyOf({ key }: KeyPair): { privateKey: string; publicKey: string } {
  const own = createPrivateKey(key);
  return {
    privateKey: own.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(own).export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** @param before the certificate that is replaced; null: none */
async function selfMade(before: KeyPair | null, wanted: Names): Promise<KeyPair> {
  const held = before && namesOf(before.cert);
  // Earlier addresses are kept, so that a laptop that moves between two networks does not renew each time.
  const all: Names = {
    dns: [...new Set([...wanted.dns, ...(held?.dns ?? [])])].slice(0, 50),
    ip: [...new Set([...wanted.ip, ...(held?.ip ?? [])])].slice(0, 50),
  };
  // Imported on demand: a large module, needed once a year.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Tocsin' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    ...(before === null ? {} : { keyPair: keyOf(before) }),
    notBeforeDate: new Date(Date.now() - day),
    notAfterDate: new Date(Date.now() + validFor),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...all.dns.map((value) => ({ type: 2 as const, value })),
          ...all.ip.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Key and certificate are one file, so that they always match. */
const SELF_MADE = 'self-made.pem';

function store(folder: string, { cert, key }: KeyPair): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeDurablySync(join(folder, SELF_MADE), key + cert);
}

function readKept(folder: string): KeyPair | null {
  try {
    const both = readFileSync(join(folder, SELF_MADE), 'utf8');
    const pair = { cert: both.slice(both.indexOf('-----BEGIN CERTIFICATE')), key: both };
    return new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)) ? pair : null;
  } catch {
    // Missing or damaged: a new one replaces it.
    return null;
  }
}

function isFresh(cert: string): boolean {
  const { validFrom, validTo } = new X509Certificate(cert);
  const now = Date.now();
  return Date.parse(validFrom) <= now && Date.parse(validTo) > now + renewBefore;
}

function covers(held: Names, wanted: Names): boolean {
  return wanted.dns.every((name) => held.dns.includes(name)) && wanted.ip.every((ip) => held.ip.includes(ip));
}

function namesOf(cert: string): Names {
  const names: Names = { dns: [], ip: [] };
  for (const entry of (new X509Certificate(cert).subjectAltName ?? '').split(', ')) {
    if (entry.startsWith('DNS:')) names.dns.push(entry.slice(4));
    // Node writes IPv6 in full; ::1 is the only one used here.
    if (entry.startsWith('IP Address:')) {
      const ip = entry.slice(11);
      names.ip.push(ip === '0:0:0:0:0:0:0:1' ? '::1' : ip);
    }
  }
  return names;
}
