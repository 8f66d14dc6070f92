import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { acceptPartner } from '../../edge/pair/link/accept.ts';
import { type PairRecord, readPair, writePair } from '../../edge/pair/link/pairRecord.ts';
import { createFollower, type Follower } from '../../edge/pair/standby/follower.ts';
import {
  clearTakeOver,
  isTakeOverRequested,
  refuseTakeOver,
} from '../../edge/pair/standby/takeOverRequest.ts';
import { dropClock } from '../../platform/clock/clockFile.ts';
import { handOverDataDir } from '../../platform/dataFolder/dataDir.ts';
import type { Env } from '../../platform/process/env.ts';
import { listenInPair, type PairListener } from './pairListener.ts';
import type { PairStart } from './pairStart.types.ts';
import { answerAsStandby } from './standbyPage.ts';
import { takeClock } from './takeClock.ts';

/** Interval at which a request to take over is looked for, ms. */
const LOOK_MS = 250;

/**
 * Stands by as long as the data folder is that of a standby: follows the leader, and answers at the ports of the server.
 * Resolves when this machine is to lead; its database then waits to be promoted.
 */
export async function standBy({ env, log, print, opened, ready }: Omit<PairStart, 'args'>): Promise<void> {
  const dataDir = env.DATA_DIR;
  const stored = readPair(dataDir);
  if (stored?.role !== 'standby') return;
  let pair: PairRecord = stored;
  let port: number | null = null;
  clearTakeOver(dataDir);
  // The clock belongs to the leader from now on.
  dropClock(dataDir);
  let follower: Follower | undefined;
  const state = () => follower?.state() ?? { ...nothing, stage: 'lost' as const };
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    answerAsStandby(request, response, state());
  const listener = await listenInPair(env, answer, (socket, binding) =>
    acceptPartner(socket, binding, {
      pair: () => pair,
      known: (key) => (pair.partner?.public_key === key ? pair.partner : null),
      token: () => null,
      about: () => ({ name: hostname(), identity: '', password: '' }),
      refusal: ({ purpose }) => (purpose === 'status' ? null : 'not_leader'),
      join: () => {},
      serve: (asked) => asked.close(),
    }),
  );
  port = listener.https;
  follower = createFollower({
    ...{ dataDir, log, print, pair: () => pair, presence: () => ({ name: hostname(), port }) },
    store(next) {
      pair = next;
      writePair(dataDir, next);
    },
  });
  const own = follower;
  const stopping = new AbortController();
  opened.standby = {
    async close() {
      stopping.abort();
      await Promise.all([own.close(false), listener.close()]);
    },
  };
  handOverDataDir(dataDir);
  log.info({ http: listener.http, https: listener.https }, 'listening');
  print(banner(env, listener));
  // Loaded already when it takes over.
  import('../site.ts').catch(() => {});
  ready(() => `standby server: ${state().stage}`);
  while (!(await isToLead())) if (stopping.signal.aborted) return new Promise(() => {});
  // From now on a stop signal waits until the role is stored: the leader stands by as soon as it is asked.
  delete opened.standby;
  await own.stopLeader();
  await own.close(true);
  await listener.close();
  const term = own.grantedTerm() ?? pair.term + 1;
  takeClock(own.clock(), { dataDir, term, log });
  writePair(dataDir, { ...pair, role: 'leader', term, leads_since: Date.now() });
  clearTakeOver(dataDir);
  log.warn({ term, by_witness: own.grantedTerm() !== null }, 'this server takes over');

  async function isToLead(): Promise<boolean> {
    await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return false;
    if (own.grantedTerm() !== null) return true;
    const isRequested = isTakeOverRequested(dataDir);
    if (!isRequested && !own.isOffered()) return false;
    if (pair.is_copied && own.state().stage !== 'copying') return true;
    if (isRequested) refuseTakeOver(dataDir, 'The copy of the database is not complete yet.');
    return false;
  }
}

const nothing = { leader: null, done_bytes: 0, total_bytes: 0, bytes_per_s: 0, files_missing: null };

function banner(env: Env, { http, https }: PairListener): string {
  return [
    '',
    '  Tocsin stands by: it follows the leading server, and serves neither consoles nor terminals.',
    '',
    `  State          http://localhost:${http}/  https://localhost:${https}/`,
    `  Data           ${env.DATA_DIR}`,
    '  Take over      npm run take-over',
    '  Stop           Ctrl+C',
    '',
    '',
  ].join('\n');
}
