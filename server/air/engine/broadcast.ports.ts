import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { OfflineSound } from '../../../contract/protocol/offline.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Playing } from '../../site/terminals/gateway/playingState.ts';
import type { SoundMonitor } from '../../site/terminals/gateway/soundMonitor.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { DecodePackets } from '../../sound/source/expectedLevel.ts';
import type { OpenProgramme } from '../../sound/source/programmeReader.ts';
import type { OpenSource } from '../../sound/source/source.ts';
import type { StreamTap } from '../../sound/source/streamTap.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import type { FirstSounds } from './firstSounds.ts';
import type { TaskWeights } from './rank.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';
import type { StoredState } from './state/storedState.ts';
import type { DeliveryProof } from './state/target.ts';
import type { BroadcastTargetInit } from './state/targets.ts';

/** Storage of broadcasts in the database. */
export interface BroadcastStore {
  /** Resolves after the commit. */
  save(id: number, state: StoredState): Promise<void>;
  saveProofs(id: number, proofs: readonly DeliveryProof[]): Promise<void>;
  /**
   * Broadcasts that have not ended, in the order of their start, with the targets that have not left them.
   */
  running(): Promise<{ row: BroadcastRow; startedBy: string; targets: BroadcastTargetInit[] }[]>;
}

/**
 * Journal of writes that outlive the process even while the database is away (server/air/journal). Each call
 * resolves when the write is stored.
 */
export interface AirJournal {
  state(row: BroadcastRow, state: StoredState): Promise<void>;
  proofs(row: BroadcastRow, proofs: readonly DeliveryProof[]): Promise<void>;
}

/** Dependencies of the engine. */
export interface EngineDeps {
  clock: MediaClock;
  gateway: TerminalGateway;
  store: BroadcastStore;
  /** Takes all writes of alarms and live speech, and the ends of other broadcasts; null: the store takes them. */
  journal: AirJournal | null;
  /** Opens a programme for reading: from memory, or from the disk. */
  open: OpenProgramme;
  /**
   * Opens the sound of a broadcast again that an earlier run of the server stored and that has no list, or a
   * text that was still being synthesised; null: that is not possible (a microphone), and the broadcast ends.
   */
  reopen(row: BroadcastRow): OpenSource | null;
  /**
   * Tells how a terminal continues a broadcast without a link (server/air/offline).
   * @param began_us media time of its position
   */
  kept(b: RunningBroadcast, began_us: number): OfflineSound | undefined;
  /** Makes the recorder of the sound that is sent; null: no recording. */
  record(b: RunningBroadcast): StreamTap | null;
  /** Absolute path of the folder that the items' paths are relative to. */
  dataDir: string;
  weights(): TaskWeights;
  /** Voice mix: speech ducks programme instead of pre-empting it, from the next start on. */
  voiceMix(): boolean;
  /** Tells if a terminal plays two broadcasts at once (its feature `mix`). */
  mixes(terminalId: number): boolean;
  /** Zone of a terminal as it is now; undefined: the terminal is gone. */
  orgOf(terminalId: number): number | null | undefined;
  /** Longest time for which starts in a zone wait for loudspeakers that are called first, s; 0: they do not. */
  startWaitOf(org: number | null): number;
  /** Called on every change of what a terminal plays. */
  setPlaying(terminalId: number, playing: Playing): void;
  /**
   * Judgement of a terminal's last reports (server/site/terminals/gateway/soundMonitor.ts); undefined: its sound is
   * taken as audible.
   */
  hearing(terminalId: number): Pick<SoundMonitor, 'audible' | 'mute' | 'unprovenMs'> | undefined;
  /** Name of the relay of a terminal, if it is lost; null: the terminal is not behind a lost relay. */
  lostRelayOf(terminalId: number): string | null;
  /** Decodes sent packets to measure their level; null: the level is not known. */
  decode: DecodePackets | null;
  /** Tells if no other server can lead the system; while one may, nothing is sent. */
  leadsAlone: () => boolean;
  /** Measures the time to first sound; null: not measured. */
  firstSounds: FirstSounds | null;
  live: { upsert(row: BroadcastLive): void; remove(id: number): void };
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}
