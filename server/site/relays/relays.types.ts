import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type {
  RelayForm,
  RelayOverview,
  RelayPeople,
  RelayToken,
} from '../../../contract/entities/site/relay.ts';
import type { SiteFromRelay, SiteToRelay } from '../../../contract/protocol/relayLink.ts';
import type { Actor, Audit } from '../../platform/audit/audit.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Db } from '../../platform/db/client.ts';
import type { HttpsOnly } from '../../platform/httpsOnly/httpsOnly.ts';
import type { FaultSink } from '../faults/faults.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import type { Gateway } from '../terminals/gateway/terminals.types.ts';
import type { Zones } from '../zones/zones.ts';
import type { RelayAside, RelayIds } from './relay.table.ts';

export interface RelaysDeps {
  db: Db;
  audit: Audit;
  faults: Pick<FaultSink, 'open' | 'resolve' | 'drop'>;
  log: {
    error(details: object, message: string): void;
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  clock: MediaClock;
  zones: Pick<Zones, 'get' | 'subtree'>;
  httpsOnly: Pick<HttpsOnly, 'isOn'>;
  gateway: Pick<Gateway, 'take'>;
  devices: Pick<Devices, 'setLostRelays'>;
  dataDir: string;
  /** Lines that the journal of the last run holds, by relay: the database may not have them yet. */
  toldBefore: ReadonlyMap<number, number>;
  /** Wall time, epoch ms. */
  now(): number;
  /** Port of HTTPS; null: none is open. */
  httpsPort(): number | null;
}

/** Connected relay, for what it stores for the time without a line. */
export interface RelayLink {
  readonly id: number;
  readonly name: string;
  readonly org: number;
  /** Last line of its journal that the server has. */
  told: number;
  /** Accounts that may log in there while its line is cut. */
  readonly people: RelayPeople;
  /** Ids of what it starts; set once. */
  ids: RelayIds | null;
  /** Shows what was refused; the caller has it stored. */
  putAside(one: RelayAside): void;
  send(message: SiteToRelay): void;
  sendSound(offset: number, part: Uint8Array): void;
}

/** Takes the messages of one relay about what it stores. */
export interface SiteSession {
  take(message: SiteFromRelay): void;
  ended(): void;
}

/** Relays of the site. */
export interface Relays {
  overview(): RelayOverview;
  /** Makes a token with which one relay can join. @throws AppError when the zone is unknown or HTTPS is off */
  createToken(form: RelayForm, actor: Actor, ip: string): Promise<RelayToken>;
  /** Ends a relay: its terminals lose their connection, and it is refused from now on. @throws AppError 404 */
  withdraw(id: number, actor: Actor, ip: string): Promise<void>;
  /** Clears what a relay told and the server refused, once a person has seen it. @throws AppError 404 */
  clearAside(id: number, actor: Actor, ip: string): Promise<void>;
  /** Sets who may log in at a relay while its line is cut. @throws AppError 404 */
  setPeople(id: number, people: RelayPeople, actor: Actor, ip: string): Promise<void>;
  /** Takes a connection. @param binding exported key of its TLS connection; null: no TLS */
  accept(socket: WebSocket, raw: Socket, binding: string | null, address: string): void;
  /** Sets what is told to relays for the time without a line; called before any relay is connected. */
  keepSites(connected: (link: RelayLink) => SiteSession): void;
  /** Reads the relays again. */
  load(): Promise<void>;
  close(): Promise<void>;
}
