import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { StartError } from '../../process/startError.ts';
import { dataArgument, postgresEnv } from './cluster.ts';
import type { Account } from './postgresAccount.ts';
import { clusterUser, keepPassword, passwordPath, randomPassword, readPassword } from './rolePasswords.ts';

/**
 * Sets another password for the superuser if its file is missing or damaged, in PostgreSQL's single-user mode: this
 * asks for none, and only the owner of the folder can use it, while no PostgreSQL runs there.
 *
 * @param programs folder of PostgreSQL's programs
 * @throws StartError when PostgreSQL cannot do it
 */
export function repairSuperuser(cluster: string, programs: string, account: Account | null): void {
  if (readPassword(cluster, clusterUser) !== null) return;
  const password = randomPassword();
  const run = spawnSync(
    join(programs, 'bin', 'postgres'),
    ['--single', '-D', dataArgument(cluster, account), 'postgres'],
    {
      ...account,
      ...{ cwd: cluster, env: postgresEnv, encoding: 'utf8' },
      input: `alter role ${clusterUser} password '${password}'\n`,
    },
  );
  // A statement that fails does not end the program with an error.
  if (run.status !== 0 || /\b(ERROR|FATAL|PANIC):/.test(run.stderr)) {
    throw new StartError(
      `The file ${passwordPath(cluster, clusterUser)} is missing or damaged, and PostgreSQL cannot set another password:\n` +
        (run.error?.message ?? run.stderr.trim().slice(-2000)),
    );
  }
  keepPassword(cluster, clusterUser, password);
}
