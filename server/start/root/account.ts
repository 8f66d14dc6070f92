import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../platform/db/embedded/postgresAccount.ts';
import { StartError } from '../../platform/process/startError.ts';

/** Account that a server started as root continues as. */
export interface Target extends Account {
  /** Supplementary groups, such as the one that may read the key of a certificate. */
  groups: number[];
  /** False when only the number is known, as of a volume that was made on another machine. */
  isNamed: boolean;
}

/** Account that `npm run install-service` creates, too. */
const OWN = 'tocsin';
const LEAST = 'nobody';

/**
 * Chooses the account: the one of the setting; else the owner of the data folder or, if that is root, of the
 * database in it; else `tocsin` or `nobody`.
 *
 * @param wanted RUN_AS; empty: not set
 * @returns null when there is none, or RUN_AS is root
 * @throws StartError when the account of RUN_AS does not exist
 */
export function chooseAccount(wanted: string, dataDir: string): Target | null {
  if (wanted === 'root' || wanted === '0') return null;
  if (wanted !== '') {
    const found = accountOf(wanted);
    if (found) return found;
    throw new StartError(
      `RUN_AS=${wanted}: there is no such account on this machine.\n` +
        `Create it (useradd --system ${wanted}), or name another one.`,
    );
  }
  for (const folder of [dataDir, join(dataDir, 'postgres')]) {
    const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
    if (uid !== 0)
      return accountOf(String(uid)) ?? { uid, gid, groups: [gid], name: `user id ${uid}`, isNamed: false };
  }
  return accountOf(OWN) ?? accountOf(LEAST);
}

function accountOf(name: string): Target | null {
  const idOf = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const [uid, gid, groups, known] = [idOf('-u'), idOf('-g'), idOf('-G'), idOf('-nu')];
  if (uid === null || gid === null || Number(uid) === 0) return null;
  return {
    uid: Number(uid),
    gid: Number(gid),
    groups: (groups ?? gid).split(' ').map(Number),
    name: known ?? name,
    isNamed: known !== null,
  };
}
