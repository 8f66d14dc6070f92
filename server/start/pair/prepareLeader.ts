import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeSettings } from '../../edge/pair/database/clusterSettings.ts';
import { promoteDatabase } from '../../edge/pair/database/promote.repository.ts';
import { type PairRecord, readPair, writePair } from '../../edge/pair/link/pairRecord.ts';
import { isReplaced, isSuperseded } from '../../edge/pair/watchPartner.ts';
import type { PairStart } from './pairStart.types.ts';

/** Time limit for the question whether the partner leads, ms: an alarm must sound again within 5 s of a start. */
const ASK_MS = 1_500;

type Start = Pick<PairStart, 'env' | 'log' | 'print'>;

/** Makes this machine a standby if its partner has taken over, as the partner or the witness says. */
export async function yieldIfReplaced({ env, log }: Start): Promise<void> {
  const pair = readPair(env.DATA_DIR);
  if (pair?.role !== 'leader' || env.DATABASE_URL || pair.partner === null) return;
  if (!(await hasTakenOver(pair, log))) return;
  log.warn('the partner has taken over: this server stands by');
  writePair(env.DATA_DIR, { ...pair, role: 'standby', is_copied: false });
}

async function hasTakenOver(pair: PairRecord, log: PairStart['log']): Promise<boolean> {
  const presence = { name: hostname(), port: null };
  const byPartner = isSuperseded(pair, presence).catch((err) => {
    log.warn({ err }, 'the partner does not answer');
    return false;
  });
  const byWitness = isReplaced(pair, presence);
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ASK_MS, false);
  // One that says so is enough; the other may be silent.
  const both = Promise.all([byPartner, byWitness]).then((answers) => answers.includes(true));
  const sooner = [byPartner, byWitness].map((one) => one.then((is) => is || both));
  return Promise.race([...sooner, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Prepares the database of a server that leads a pair, before it is opened: commits do not wait for a standby that is
 * not connected yet, and a database that followed is promoted.
 */
export async function leadDatabase({ env, log, print }: Start): Promise<void> {
  const cluster = join(env.DATA_DIR, 'postgres');
  if (env.DATABASE_URL || !existsSync(cluster)) return;
  writeSettings(cluster, []);
  const tookMs = await promoteDatabase(env.DATA_DIR, print);
  if (tookMs !== null) log.info({ tookMs: Math.round(tookMs) }, 'the database leads now');
}
