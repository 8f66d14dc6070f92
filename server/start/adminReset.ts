import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAudit } from '../platform/audit/audit.ts';
import { resetPassword } from '../platform/auth/passwords/reset.ts';
import { handOverDataDir } from '../platform/dataFolder/dataDir.ts';
import { withDatabase } from '../platform/db/engine.ts';
import { snapshotFollows } from '../platform/db/standIn/snapshotFollows.ts';
import { readEnv } from '../platform/process/env.ts';
import { runMain, StartError } from '../platform/process/startError.ts';
import { box } from './banner.ts';

/**
 * `npm run admin:reset`, or `npm run admin:reset -- --account NAME`: sets a new random password from the
 * machine itself, while the server runs or not. All sessions of the account end.
 */
async function main(): Promise<void> {
  const code = accountOf(process.argv.slice(2));
  const env = readEnv(process.env);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'postgres'))) {
    throw new StartError(
      `There is no database in the data folder ${env.DATA_DIR}: no server was started there.`,
    );
  }
  const password = await withDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, print }, (db) =>
    resetPassword(db, createAudit(), code),
  );
  // The old password and its sessions must not be valid at a start without the database.
  await snapshotFollows(env.DATA_DIR, Date.now());
  handOverDataDir(env.DATA_DIR);
  if (password === null) {
    const place = env.DATABASE_URL ? 'the database of DATABASE_URL' : `the data folder ${env.DATA_DIR}`;
    throw new StartError(
      `There is no account "${code}" in ${place}. The account "admin" is made when the server first starts.`,
    );
  }
  print(
    box([
      'New password. All logins of this account have ended.',
      '',
      `account   ${code}`,
      `password  ${password}`,
      '',
      'It is shown only this once.',
    ]),
  );
}

function accountOf(args: string[]): string {
  try {
    const { values } = parseArgs({ args, options: { account: { type: 'string', default: 'admin' } } });
    return values.account;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nUsage: npm run admin:reset -- --account NAME`);
  }
}

await runMain(main);
