import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newPair, readPair, writePair } from '../../edge/pair/link/pairRecord.ts';
import type { Env } from '../../platform/process/env.ts';
import { StartError } from '../../platform/process/startError.ts';
import { joinLeader } from './joinLeader.ts';

/**
 * Makes the data folder that of a standby server of `url`, once, with a one-time token. Later starts need none.
 *
 * @throws StartError when the folder belongs to another installation, or the leader refuses
 */
export async function joinPair(
  url: string,
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'HTTPS_PORT'>,
): Promise<void> {
  const dataDir = env.DATA_DIR;
  if (env.DATABASE_URL)
    throw new StartError('A standby server copies the embedded database: unset DATABASE_URL.');
  if (env.HTTPS_PORT === 'off') throw new StartError('A standby server needs HTTPS: unset HTTPS_PORT=off.');
  const stored = readPair(dataDir);
  // It has taken over: the same command, such as that of a service, starts it as what it is now.
  if (stored?.role === 'leader' && stored.partner !== null) return;
  if (stored !== null && stored.role !== 'standby')
    throw new StartError(
      `The data folder ${dataDir} is that of a leading server. Give the standby server one of its own: DATA_DIR=data2`,
    );
  if (stored?.partner != null) {
    const urls = [url, ...stored.partner.urls.filter((one) => one !== url)];
    return writePair(dataDir, { ...stored, partner: { ...stored.partner, urls } });
  }
  if (existsSync(join(dataDir, 'postgres')))
    throw new StartError(
      `The data folder ${dataDir} holds another installation. Give the standby server one of its own: DATA_DIR=data2`,
    );
  const pair = newPair('standby');
  const { leader, term } = await joinLeader('standby', url, pair, env);
  writePair(dataDir, { ...pair, term, partner: leader });
}
