import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
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
 * @throws StartError when the configured files cannot be used
 */
export async function serverCertificate(
  env: { TLS_CERT?: string | undefined; TLS_KEY?: string | undefined; DATA_DIR: string },
  names = machineNames(),
): Promise<KeyPair> {
  if (env.TLS_CERT && env.TLS_KEY) return ownCertificate(env.TLS_CERT, env.TLS_KEY);
  return selfMade(join(env.DATA_DIR, 'tls'), names);
}

export interface Names {
  dns: string[];
  ip: string[];
}

/**
 * Names and addresses of this machine. Global IPv6 addresses are left out: most machines change theirs every
 * day, and each new certificate must be accepted again in every browser.
 */
export function machineNames(): Names {
  const host = hostname();
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  const dns = ['localhost', host, host.includes('.') ? host : `${host}.local`].filter(isDnsName);
  return { dns: [...new Set(dns)], ip: ['127.0.0.1', '::1', ...addresses] };
}

function isDnsName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(name);
}

function ownCertificate(certFile: string, keyFile: string): KeyPair {
  try {
    const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    throw new StartError(
      `TLS_CERT=${certFile} and TLS_KEY=${keyFile} cannot be used: ${(error as Error).message}`,
    );
  }
}

async function selfMade(folder: string, wanted: Names): Promise<KeyPair> {
  const kept = readKept(folder);
  const held = kept && namesOf(kept.cert);
  if (kept && held && isFresh(kept.cert) && covers(held, wanted)) return kept;
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
  // One file, so that key and certificate always match.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'self-made.pem');
  writeFileSync(`${file}.new`, made.private + made.cert, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { cert: made.cert, key: made.private };
}

function readKept(folder: string): KeyPair | null {
  try {
    const both = readFileSync(join(folder, 'self-made.pem'), 'utf8');
    const pair = { cert: both.slice(both.indexOf('-----BEGIN CERTIFICATE')), key: both };
    createSecureContext(pair);
    return pair;
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
