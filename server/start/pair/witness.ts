import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { acceptPartner } from '../../edge/pair/link/accept.ts';
import { newPair, PAIR_FOLDER, readPair, writePair } from '../../edge/pair/link/pairRecord.ts';
import { Arbiter, type Verdict } from '../../edge/pair/witness/arbiter.ts';
import { serveWitness } from '../../edge/pair/witness/serveWitness.ts';
import { verdict } from '../../edge/pair/witness/witnessMessages.ts';
import { prepareDataDir } from '../../platform/dataFolder/dataDir.ts';
import { lockDataDir } from '../../platform/dataFolder/dataLock.ts';
import { makeFilesPrivate } from '../../platform/dataFolder/privateFiles.ts';
import { writeDurablySync } from '../../platform/dataFolder/writeDurably.ts';
import { type Env, readEnv } from '../../platform/process/env.ts';
import { createLog } from '../../platform/process/log.ts';
import { runMain, StartError } from '../../platform/process/startError.ts';
import { onStopSignal } from '../stop.ts';
import { addressArgument, joinLeader } from './joinLeader.ts';
import { listenInPair } from './pairListener.ts';

/**
 * `npm run witness -- --of https://first:8443`: a third, small machine that lets the standby server take over by itself.
 * It stores nothing but who leads.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const dataDir = env.DATA_DIR;
  const log = createLog(env.LOG_LEVEL);
  makeFilesPrivate();
  prepareDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  const url = addressArgument('witness', process.argv.slice(2));
  if (readPair(dataDir)?.partner == null) await joinAsWitness(url, env);
  const pair = readPair(dataDir);
  if (pair?.role !== 'witness' || pair.partner === null)
    throw new StartError(
      `The data folder ${dataDir} is not that of a witness. Give it one of its own: DATA_DIR=witness`,
    );
  const file = join(dataDir, PAIR_FOLDER, 'verdict.json');
  const first: Verdict = {
    ...{ term: pair.term, leader_key: pair.partner.public_key, standby_key: null, in_sync: false },
  };
  const arbiter = new Arbiter(
    readVerdict(file) ?? first,
    (next) => {
      writeDurablySync(file, JSON.stringify(next));
      log.info({ term: next.term, in_sync: next.in_sync }, 'recorded');
    },
    () => performance.now(),
  );
  const listener = await listenInPair(
    env,
    (request, response) => response.writeHead(request.url === '/healthz' ? 200 : 404).end(),
    (socket, binding) =>
      acceptPartner(socket, binding, {
        pair: () => pair,
        known: (key) => (arbiter.knows(key) ? { public_key: key, name: '', urls: [] } : null),
        token: () => null,
        about: () => ({ name: hostname(), identity: '', password: '' }),
        refusal: ({ purpose }) => (purpose === 'witness' ? null : 'not_leader'),
        join: () => {},
        serve: (opened, { public_key }) => serveWitness(opened, public_key, arbiter),
      }),
  );
  onStopSignal(log, async () => {
    await listener.close();
    lock.release();
  });
  log.info({ http: listener.http, https: listener.https }, 'listening');
}

async function joinAsWitness(url: string | null, env: Env): Promise<void> {
  if (url === null)
    throw new StartError(
      'The address of the first server is missing: npm run witness -- --of https://first:8443',
    );
  const pair = newPair('witness');
  const { leader, term } = await joinLeader('witness', url, pair, env);
  writePair(env.DATA_DIR, { ...pair, term, partner: leader });
}

function readVerdict(file: string): Verdict | null {
  try {
    return verdict.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(
      `The file ${file} is damaged. Remove the data folder of the witness, and let it join again.`,
    );
  }
}

await runMain(main);
