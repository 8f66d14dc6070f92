import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { PairMachine } from '../../../contract/entities/site/pair.ts';
import { LagMeter } from './lag.ts';
import { textOf } from './link/dial.ts';
import { fromStandby, type LeadOffered, type Report } from './link/messages.ts';
import type { Partner } from './link/pairRecord.ts';
import type { Split } from './link/split.ts';

/** Time without a report after which the standby counts as lost, ms. */
const SILENT_MS = 3_000;
/** Time between two samples of the leader's position, and of a transaction that is being written, ms. */
const SAMPLE_MS = 2_000;
/** Interval at which the position is looked at while the leader waits for it, ms. */
const POLL_MS = 50;

interface Link {
  socket: WebSocket;
  since: number;
  split: Split | null;
  /** Last report, and what was missing when it arrived: later changes are not late yet. */
  last: { report: Report; at: number; behind: { bytes: number; ms: number } | null } | null;
}

export interface StandbyLinkDeps {
  /** Wall time, epoch ms. */
  now(): number;
  /** Tells if the leader still has the log that the standby needs. */
  isKept(): boolean;
  /** Witness of the pair; null: there is none. */
  witness(): Partner | null;
  /** Tells if the standby gets the journal of alarms. */
  alarmsCopied(): boolean;
  /** Called when the standby is to lead. */
  takenOver(): void;
}

export interface StandbyLink {
  /** Serves the connection of a proved standby; it replaces the one before. */
  serve(socket: WebSocket): void;
  /** Notes the end of the leader's log, bytes. */
  sample(flushed: number): void;
  /**
   * Resolves when the standby has the log up to a position, bytes, or is gone, or after `limitMs`.
   * @returns what it lacks of that, bytes; null: it is gone
   */
  reaches(position: number, limitMs: number): Promise<number | null>;
  /** Tells the standby that this server stops; a standby that can lead answers that it takes over. */
  offerLead(): void;
  /** Until when the standby has every change, as its last report says, epoch ms; now if it has sent none. */
  hasAllUntil(): number;
  /** Describes the standby. */
  state(): Omit<PairMachine, 'name' | 'role' | 'urls'>;
  /** Changes that the standby had stored as a leader; null: none, or they were dismissed. */
  split(): Split | null;
  dismissSplit(): void;
  end(): void;
}

/** Connection on which the standby reports each second how far it is. */
export function createStandbyLink(deps: StandbyLinkDeps): StandbyLink {
  const { now, isKept, witness, alarmsCopied, takenOver } = deps;
  const lag = new LagMeter();
  let link: Link | null = null;
  let allUntil: number | null = null;

  return {
    serve(socket) {
      link?.socket.terminate();
      const own: Link = { socket, since: now(), split: null, last: null };
      link = own;
      socket.on('message', (data) => {
        const message = fromStandby.safeParse(textOf(data)).data;
        if (message === undefined || link !== own) return;
        if (message.type === 'take_over') return takenOver();
        if (message.type === 'split') {
          own.split = message.split;
          return;
        }
        const { received } = message;
        const behind = received === null ? null : lag.of(received, now());
        own.last = { report: message, at: now(), behind };
        if (behind !== null) allUntil = now() - behind.ms - SAMPLE_MS;
        socket.send(JSON.stringify({ type: 'state', is_kept: isKept(), witness: witness() }));
      });
      socket.once('close', () => {
        if (link === own) link = null;
      });
    },
    async reaches(position, limitMs) {
      const until = performance.now() + limitMs;
      const lacks = () => Math.max(0, position - (link?.last?.report.received ?? 0));
      while (link !== null && lacks() > 0 && performance.now() < until) await delay(POLL_MS);
      return link === null ? null : lacks();
    },
    hasAllUntil: () => allUntil ?? now(),
    offerLead: () => link?.socket.send(JSON.stringify({ type: 'lead' } satisfies LeadOffered)),
    sample: (flushed) => lag.sample(now(), flushed),
    state() {
      const last = link?.last ?? null;
      const isLost = link === null || now() - (last?.at ?? link.since) > SILENT_MS;
      return {
        version: last?.report.version ?? '',
        since: isLost || link === null ? null : Math.floor(link.since / 1000),
        clock_ms: isLost || last === null ? null : Math.round(last.report.at - last.at),
        stage: isLost ? 'lost' : (last?.report.stage ?? 'waiting'),
        lag_bytes: isLost ? null : (last?.behind?.bytes ?? null),
        lag_ms: isLost ? null : (last?.behind?.ms ?? null),
        done_bytes: last?.report.done_bytes ?? 0,
        total_bytes: last?.report.total_bytes ?? 0,
        bytes_per_s: isLost ? 0 : Math.round(last?.report.bytes_per_s ?? 0),
        files_missing: isLost ? null : (last?.report.files_missing ?? null),
        alarms_copied: !isLost && alarmsCopied(),
        clock_error_us: isLost ? null : (last?.report.clock_error_us ?? null),
      };
    },
    split: () => link?.split ?? null,
    dismissSplit() {
      if (link === null) return;
      link.split = null;
      link.socket.send(JSON.stringify({ type: 'split_seen' }));
    },
    end: () => link?.socket.terminate(),
  };
}
