import { randomUUID } from 'node:crypto';
import { handOverDataDir, prepareDataDir } from '../platform/dataFolder/dataDir.ts';
import { lockDataDir } from '../platform/dataFolder/dataLock.ts';
import { openEngine } from '../platform/db/engine.ts';
import { readEnv } from '../platform/process/env.ts';
import { runMain } from '../platform/process/startError.ts';

/**
 * `npm run adopt-data`: joins the data folder and the database of the settings to one installation with a new
 * identity, so that neither can be used with its former counterpart. No server may be running on either.
 */
async function main(): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnv(process.env);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  prepareDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const nothing = () => {};
    const engine = await openEngine({
      dataDir,
      databaseUrl,
      print,
      hasFolder: lock.isHeld,
      onIdleError: nothing,
      onRestart: nothing,
      onLost: nothing,
      adopt: randomUUID(),
    });
    await engine.close();
  } finally {
    lock.release();
    handOverDataDir(dataDir);
  }
  print(
    `The data folder ${dataDir} and ${databaseUrl ? 'the database of DATABASE_URL' : 'the database in it'} are one installation now.\n` +
      'Media that the database does not know are moved to media/unknown in the folder at the next start; nothing is deleted.',
  );
}

await runMain(main);
