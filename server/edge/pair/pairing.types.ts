import type { WebSocket } from 'ws';
import type { PairOverview, PairToken } from '../../../contract/entities/site/pair.ts';
import type { JournalReplica } from '../../air/journal/journalReplica.ts';
import type { Actor, Audit } from '../../platform/audit/audit.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Db } from '../../platform/db/client.ts';
import type { FaultSink } from '../../site/faults/faults.ts';

export interface PairingDeps {
  db: Db;
  audit: Audit;
  faults: Pick<FaultSink, 'open' | 'resolve'>;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** Lines of the journal, and the media clock, which the standby server continues. */
  journalReplica: Pick<JournalReplica, 'connect' | 'isConnected'>;
  clock: Pick<MediaClock, 'epoch' | 'term' | 'now'>;
  dataDir: string;
  isEmbedded: boolean;
  identity: string;
  /** Wall time, epoch ms. */
  now(): number;
  isAway(): boolean;
  /** Port of HTTPS; null: none is open. */
  httpsPort(): number | null;
  /** Called when the partner leads: this server has to stop and stand by. */
  superseded(): void;
}

/** The leading server's side of a pair. */
export interface Pairing {
  overview(): PairOverview;
  /** Makes a token with which one standby server can join. @throws AppError 409 when none can join */
  createToken(actor: Actor, ip: string): Promise<PairToken>;
  /** Forgets the partner. @throws AppError 404 when there is none */
  remove(actor: Actor, ip: string): Promise<void>;
  /** Forgets the witness. @throws AppError 404 when there is none */
  removeWitness(actor: Actor, ip: string): Promise<void>;
  /** Removes the note of what only the former leader has. @throws AppError 404 when there is none */
  dismissSplit(actor: Actor, ip: string): Promise<void>;
  /** Takes a connection of another machine. @param binding exported key of its TLS connection; null: no TLS */
  accept(socket: WebSocket, binding: string | null, address: string): void;
  /** Tells if a socket is a connection of another machine of the pair. */
  isOwn(socket: WebSocket): boolean;
  /** Offers the lead to the standby server, before a planned stop; tells if it takes over. */
  offerLead(): Promise<boolean>;
  /** Resolves when a connected standby server has everything that is stored now, or is gone, or takes too long. */
  handOver(): Promise<void>;
  /** Addresses of the standby server, for terminals that keep a list of servers. */
  partnerAddresses(): string[];
  close(): Promise<void>;
}
