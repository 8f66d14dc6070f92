import type { FastifyBaseLogger } from 'fastify';
import type { UpgradeLimits } from '../../edge/upgrades/upgradeLimits.ts';
import type { HashCost } from '../../platform/auth/passwords/password.ts';
import type { Db } from '../../platform/db/client.ts';
import type { StandIn } from '../../platform/db/standIn/standIn.ts';
import type { NodesSource } from '../../platform/nodes/nodes.types.ts';
import type { Env } from '../../platform/process/env.ts';
import type { FaultTimes } from '../../site/faults/terminalFaults.ts';
import type { ConnectedTimes } from '../../site/foreign/connected/connectedTimes.ts';
import type { SipTimes } from '../../site/foreign/sip/sipTimes.ts';
import type { GatewayLimits } from '../../site/terminals/gateway/gatewayLimits.ts';
import type { StationTimes } from '../../sound/radio/station.ts';

/** Inputs of the modules: settings, log, database. */
export interface Outside {
  env: Env;
  log: FastifyBaseLogger;
  db: Db;
  /** Stand-in for a database that was away at the start. */
  standIn?: StandIn | null;
  /** Identity of the installation; with it a snapshot is kept for a start without the database. */
  identity?: string;
  /** Tells if this process holds the engine lock; absent: no other server is possible. */
  holdsLock?: () => boolean;
  /** The nodes of the system; absent: it has one server. */
  nodeSource?: NodesSource;
  /** Tells if no other node can lead now; absent: there are none. */
  leadsAlone?: () => boolean;
  /** Stops this server and lets it stand by, because its partner leads. */
  superseded?: () => void;
  /** Shorter times of SIP loudspeakers, for tests. */
  sipTimes?: Partial<SipTimes>;
  /** Shorter times of loudspeakers that take sound by HTTP or RTSP, for tests. */
  connectedTimes?: Partial<ConnectedTimes>;
  /** Shorter times of the terminals' gateway, for tests. */
  terminalLimits?: Partial<GatewayLimits>;
  /** Wall time by which schedules run, ms since 1970; for tests that set clocks. */
  wallNow?: () => number;
  /** Lower cost of password hashes, for tests. */
  hashCost?: HashCost;
  /** Clock for idle times of sessions, monotonic ms; for tests. */
  idleNow?: () => number;
  /** Shorter times until something is a fault, for tests. */
  faultTimes?: Partial<FaultTimes>;
  /** Shorter times of the connections to streams, for tests. */
  streamTimes?: Partial<StationTimes>;
  /** Shorter times of upgrades, for tests. */
  upgradeLimits?: Partial<UpgradeLimits>;
  /** Another speech synthesis program, for tests. */
  speechProgram?: string;
  /** See server/sound/files/media.ts. */
  aheadOfSpeech?: boolean;
}
