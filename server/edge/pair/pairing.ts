import { hostname } from 'node:os';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { PAIR_TOKEN_S, type PairOverview } from '../../../contract/entities/site/pair.ts';
import { readPassword } from '../../platform/db/embedded/rolePasswords.ts';
import { makeToken, readToken } from '../../platform/machines/machineKeys.ts';
import { type Confirming, createConfirming } from './confirming.ts';
import { createConnections } from './connections.ts';
import { REPLICATION_USER } from './database/baseBackup.repository.ts';
import { setSynchronous } from './database/followSettings.ts';
import { leaderPosition } from './database/position.repository.ts';
import { acceptPartner } from './link/accept.ts';
import type { Hello } from './link/handshake.ts';
import { offerLead } from './offerLead.ts';
import { createOwnPlace } from './ownPlace.ts';
import { pairEntry } from './pairEntry.ts';
import { updatePairFaults, updateWitnessFault } from './pairFaults.ts';
import type { Pairing, PairingDeps } from './pairing.types.ts';
import { machinesOf, splitOf, witnessState } from './pairMachines.ts';
import { recordTakeOver } from './recordTakeOver.ts';
import { createRefusals } from './refusals.ts';
import { createRemovals } from './removals.ts';
import { createStandbyLink } from './standbyLink.ts';
import { watchPartner } from './watchPartner.ts';
import { createWitnessLink } from './witness/witnessLink.ts';

/** Interval at which positions are compared and faults judged, ms. */
const LOOK_MS = 1_000;
/** Time limit for the standby to get what was stored last, before this server stops, ms. */
const HAND_OVER_MS = 5_000;

/** Opens the pair of this server, whether it has a partner or not. */
export function createPairing(deps: PairingDeps): Pairing {
  const { db, audit, log, dataDir, now } = deps;
  const cluster = join(dataDir, 'postgres');
  const place = createOwnPlace(dataDir, now);
  let token: { digits: string; until: number } | null = null;
  let [isKept, isOver] = [true, false];
  const yielded = Promise.withResolvers<void>();
  const witnessOf = () => place.get()?.witness ?? null;
  const standby = createStandbyLink({
    ...{ now, isKept: () => isKept, witness: witnessOf, takenOver: yieldLead },
    alarmsCopied: deps.journalReplica.isConnected,
  });
  const sockets = new WeakSet<WebSocket>();
  const refusals = createRefusals(deps);
  const connections = createConnections({ ...deps, place, standby, refusals, yieldLead });
  const presence = () => ({ name: hostname(), port: deps.httpsPort() });
  const confirming: Confirming = createConfirming({
    apply(isOn) {
      setSynchronous(cluster, isOn);
      log.info({ isOn }, 'whether commits wait for the standby server has changed');
    },
    hasWitness: () => witnessOf() !== null,
    verdict: () => witness.verdict(),
    term: () => place.get()?.term ?? 0,
  });
  const witness = createWitnessLink({
    ...{ pair: place.get, presence },
    message: () => ({
      type: 'beat',
      ...{ term: place.get()?.term ?? 0, in_sync: confirming.inSync() },
      standby_key: place.get()?.partner?.public_key ?? null,
    }),
    heard: ({ term }) => term > (place.get()?.term ?? 0) && yieldLead(),
  });
  const partner = watchPartner({
    pair: place.get,
    presence,
    isConnected: () => standby.state().stage !== 'lost',
    superseded: yieldLead,
  });
  /** Lets the partner lead: what this database has more than the partner's is kept in its folder. */
  function yieldLead(): void {
    if (isOver) return;
    isOver = true;
    place.standBy();
    yielded.resolve();
    deps.superseded();
  }

  function obstacle(): PairOverview['obstacle'] {
    if (!deps.isEmbedded) return 'external_database';
    if (deps.isAway()) return 'away';
    return deps.httpsPort() === null ? 'no_https' : null;
  }

  function joined(opening: Hello, address: string): void {
    token = null;
    place.join(opening, address);
    const { name } = opening;
    log.info({ name, address }, 'a standby server has joined');
    audit
      .record(db, { accountId: null, code: '' }, pairEntry('enrol', address, name))
      .catch((err) => log.warn({ err }, 'the joining of a standby server is not in the audit log'));
  }

  async function measure(): Promise<void> {
    const position = await leaderPosition(db);
    isKept = position.isKept;
    standby.sample(position.flushed);
  }
  let measuring: Promise<void> | null = null;

  function look(): void {
    if (token !== null && token.until <= now()) token = null;
    const other = place.get()?.partner;
    if (other == null) return;
    const state = standby.state();
    updatePairFaults(deps.faults, other.name, state);
    // Confirmed by this machine alone: the other one may lack it.
    place.noteAlone(confirming.isOn() ? null : standby.hasAllUntil());
    updateWitnessFault(deps.faults, witnessOf()?.name ?? null, witness.verdict() !== null);
    // Not after the query below: commits that wait for a lost standby may hold all connections to the database.
    try {
      confirming.look(state);
    } catch (err) {
      log.warn({ err }, 'whether commits wait for the standby server cannot be changed');
    }
    partner.look();
    measuring ??= measure()
      .catch((err) => log.warn({ err }, 'the position of the database is not known'))
      .finally(() => {
        measuring = null;
      });
  }
  const timer = setInterval(look, LOOK_MS).unref();
  const atStart = place.get();
  if (atStart !== null && !deps.isAway())
    recordTakeOver(db, audit, atStart).catch((err) =>
      log.warn({ err }, 'the take-over is not in the audit log'),
    );

  return {
    overview: () => ({
      obstacle: obstacle(),
      token_until: token === null ? null : Math.floor(token.until / 1000),
      is_synchronous: confirming.isOn(),
      witness: witnessState(witnessOf(), witness.verdict() !== null),
      split: splitOf(place.get()?.partner ?? null, standby.split()),
      machines: machinesOf(place.get(), standby.state()),
    }),
    async createToken(actor, ip) {
      if (obstacle() !== null) throw new AppError(errorCode.conflict, 'pair.impossible');
      if (place.get()?.partner != null && witnessOf() !== null)
        throw new AppError(errorCode.conflict, 'pair.hasPartner');
      await audit.record(db, actor, pairEntry('grant', ip, ''));
      place.open();
      const text = makeToken();
      token = { digits: readToken(text) ?? '', until: now() + PAIR_TOKEN_S * 1000 };
      return { token: text, until: Math.floor(token.until / 1000) };
    },
    ...createRemovals({ ...deps, place, standby, confirming, connections }),
    isOwn: (socket) => sockets.has(socket),
    offerLead: () => offerLead({ standby, confirming, yielded: yielded.promise }),
    async handOver() {
      const lacksBytes = await standby.reaches((await leaderPosition(db)).flushed, HAND_OVER_MS);
      if (lacksBytes === 0) place.noteAlone(null);
      log.info({ lacksBytes }, 'handed over to the standby server');
    },
    accept(socket, binding, address) {
      sockets.add(socket);
      acceptPartner(socket, binding, {
        pair: place.get,
        known: (key) => [place.get()?.partner, witnessOf()].find((one) => one?.public_key === key) ?? null,
        token: () => (token !== null && token.until > now() ? token.digits : null),
        about: () => ({
          name: hostname(),
          identity: deps.identity,
          password: readPassword(cluster, REPLICATION_USER) ?? '',
        }),
        refusal({ joins, role, term }) {
          if (obstacle() !== null) return 'no_database';
          if (!joins && role === 'standby' && term > (place.get()?.term ?? 0)) return 'older_term';
          const present = role === 'witness' ? witnessOf() : place.get()?.partner;
          return joins && present != null ? 'busy' : null;
        },
        join: (opening) => joined(opening, address),
        refused: (reason, opening) => refusals.note(reason, address, opening?.name ?? ''),
        serve: (opened, opening) => connections.serve(opened, opening, address),
      });
    },
    partnerAddresses: () => place.get()?.partner?.urls ?? [],
    async close() {
      clearInterval(timer);
      partner.close();
      standby.end();
      await measuring;
      witness.close();
      confirming.end();
    },
  };
}
