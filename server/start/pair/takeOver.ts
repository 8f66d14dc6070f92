import { setTimeout as delay } from 'node:timers/promises';
import { readPair, writePair } from '../../edge/pair/link/pairRecord.ts';
import { requestTakeOver, takeOverRefusal } from '../../edge/pair/standby/takeOverRequest.ts';
import { handOverDataDir } from '../../platform/dataFolder/dataDir.ts';
import { lockDataDir } from '../../platform/dataFolder/dataLock.ts';
import { readEnv } from '../../platform/process/env.ts';
import { runMain, StartError } from '../../platform/process/startError.ts';

/** Time limit for a running standby server to take over, ms; a leader that still runs is stopped first. */
const LIMIT_MS = 60_000;

/**
 * `npm run take-over`: lets the standby server of this machine take over, without a login. A leader that is connected is
 * stopped first; one that is not connected must not run any more.
 */
async function main(): Promise<void> {
  const { DATA_DIR: dataDir } = readEnv(process.env);
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  const pair = readPair(dataDir);
  if (pair === null) throw new StartError(`The data folder ${dataDir} is not that of a standby server.`);
  if (pair.role === 'leader') return print('This machine leads already.');
  if (await isIdle(dataDir)) {
    if (!pair.is_copied)
      throw new StartError('The copy of the database is not complete: this machine cannot take over.');
    writePair(dataDir, { ...pair, role: 'leader', term: pair.term + 1, leads_since: Date.now() });
    handOverDataDir(dataDir);
    return print('This machine leads from its next start on: npm start');
  }
  requestTakeOver(dataDir);
  handOverDataDir(dataDir);
  const deadline = Date.now() + LIMIT_MS;
  while (readPair(dataDir)?.role !== 'leader') {
    const refusal = takeOverRefusal(dataDir);
    if (refusal !== null) throw new StartError(refusal);
    if (Date.now() > deadline) throw new StartError('The standby server has not taken over; see its log.');
    await delay(100);
  }
  print('This machine leads now. Terminals and consoles can connect to it.');
}

/** Tells if no server runs on the folder. */
async function isIdle(dataDir: string): Promise<boolean> {
  try {
    const lock = await lockDataDir(dataDir, { wait: 0 });
    lock.release();
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

await runMain(main);
