import type { Env } from '../../platform/process/env.ts';
import { checkPort } from './bind.ts';
import { ownCertificate } from './tls.ts';

/**
 * Checks ports and certificate before anything else is started or changed. A first start refuses whatever cannot be
 * used, because a person waits for it. A later one goes on with what is left: it must sound alarms, and nobody may be
 * there (docs/decisions/0125-a-server-that-has-run-starts.md).
 *
 * @throws StartError when a first start cannot use a setting, or a later one has no port left
 */
export async function checkListening(env: Env, isFirst: boolean): Promise<void> {
  const { PORT, HTTPS_PORT, HOST: host, TLS_CERT, TLS_KEY } = env;
  const checks = [checkPort({ setting: 'PORT', port: PORT, host })];
  if (typeof HTTPS_PORT === 'number')
    checks.push(checkPort({ setting: 'HTTPS_PORT', port: HTTPS_PORT, host }));
  const results = await Promise.allSettled(checks);
  const failed = results.filter((result) => result.status === 'rejected');
  // Without HTTPS_PORT, a free port of several is used.
  const isLeft = failed.length < results.length || HTTPS_PORT === undefined;
  const [first] = failed;
  if (first !== undefined && (isFirst || !isLeft)) throw first.reason;
  if (isFirst && HTTPS_PORT !== 'off' && TLS_CERT && TLS_KEY) ownCertificate(TLS_CERT, TLS_KEY);
}
