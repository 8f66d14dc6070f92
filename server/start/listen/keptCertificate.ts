import type { Env } from '../../platform/process/env.ts';
import type { ListenDeps } from './keepListening.ts';
import { type KeyPair, serverCertificate } from './tls.ts';

const HOUR_MS = 3_600_000;
/** Interval at which a configured certificate that cannot be used is tried again, ms. */
const RETRY_MS = 5_000;

/** Certificate in use. */
export interface KeptCertificate {
  readonly pair: KeyPair;
  /** False while it is the self-signed one. */
  readonly isOwn: boolean;
  stop(): void;
}

/**
 * Keeps the certificate of the server up to date: it expires, addresses change, and files are renewed while the server
 * runs. While the configured files cannot be used, the certificate in use stays, at the start a self-signed one; a fault
 * says so.
 */
export async function keepCertificate(
  env: Pick<Env, 'TLS_CERT' | 'TLS_KEY' | 'DATA_DIR'>,
  { faults, log }: ListenDeps,
  changed: (certificate: KeptCertificate) => void,
): Promise<KeptCertificate> {
  const isConfigured = env.TLS_CERT !== undefined;
  const selfSigned = () =>
    serverCertificate({ DATA_DIR: env.DATA_DIR }, undefined, (err) =>
      log.warn({ err }, 'the certificate of the server cannot be stored: this one is valid until it stops'),
    );
  let checkedAt = performance.now();
  let isFailing = false;

  /** Reads the certificate to use; null: the one in use stays. */
  async function read(): Promise<KeyPair | null> {
    checkedAt = performance.now();
    try {
      const pair = await (isConfigured ? serverCertificate(env) : selfSigned());
      if (isFailing) log.warn({}, 'the certificate can be used now');
      isFailing = false;
      faults.resolve('certificate', 'site');
      return pair;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'the certificate cannot be used; it is tried again');
      isFailing = true;
      const cause = (error as Error).cause ?? error;
      const { code, message } = cause as NodeJS.ErrnoException;
      faults.open({ kind: 'certificate', subject: 'site', params: { error: code ?? message } });
      return null;
    }
  }

  const first = await read();
  let pair = first ?? (await selfSigned());
  let isOwn = isConfigured && first !== null;
  const kept: KeptCertificate = {
    get pair() {
      return pair;
    },
    get isOwn() {
      return isOwn;
    },
    stop: () => clearInterval(timer),
  };
  const timer = setInterval(async () => {
    if (!isFailing && performance.now() - checkedAt < HOUR_MS) return;
    const fresh = await read();
    if (fresh === null || fresh.cert === pair.cert) return;
    pair = fresh;
    isOwn = isConfigured;
    changed(kept);
  }, RETRY_MS);
  timer.unref();
  return kept;
}
