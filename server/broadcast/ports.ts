import type { BroadcastLive } from '../../contract/entities/broadcast.ts';
import type { KeptSound } from '../../contract/keeping.ts';
import type { MediaClock } from '../system/mediaClock.ts';
import type { Mute, Playing } from '../terminals/sound.ts';
import type { TerminalGateway } from '../terminals/types.ts';
import type { DecodePackets } from './dueLevel.ts';
import type { FirstSounds } from './firstSounds.ts';
import type { OpenProgramme } from './programmeReader.ts';
import type { TaskWeights } from './rank.ts';
import type {
  BroadcastRow,
  BroadcastState,
  BroadcastTargetInit,
  RunningBroadcast,
} from './runningBroadcast.ts';
import type { OpenSource } from './source.ts';
import type { StreamTap } from './streamTap.ts';
import type { Proof } from './target.ts';

/** The broadcasts in the database. */
export interface BroadcastStore {
  /** Resolves after the commit. */
  save(id: number, state: BroadcastState): Promise<void>;
  saveProofs(id: number, proofs: readonly Proof[]): Promise<void>;
  /** All that have not ended, in the order of their start, with the targets that have not left them. */
  running(): Promise<{ row: BroadcastRow; startedBy: string; targets: BroadcastTargetInit[] }[]>;
}

/** Writes that outlive the process though the database is away (server/journal). Each resolves when it is stored. */
export interface AirJournal {
  state(row: BroadcastRow, state: BroadcastState): Promise<void>;
  proofs(row: BroadcastRow, proofs: readonly Proof[]): Promise<void>;
}

/** What the engine is made from. */
export interface EngineDeps {
  clock: MediaClock;
  gateway: TerminalGateway;
  store: BroadcastStore;
  /** Takes all of alarms and live speech, and how others end; absent: the store does. */
  journal?: AirJournal;
  /** Opens a programme for reading: from memory, or from the disk. */
  open: OpenProgramme;
  /**
   * How the sound of a broadcast without a list, or of a text that was being spoken, stored by an earlier run of the
   * server, is opened again; null or absent: it cannot be (a microphone), and the broadcast ends.
   */
  reopen?(row: BroadcastRow): OpenSource | null;
  /** How a terminal goes on with a broadcast alone (server/keeping); `began_us`: media time of its position. */
  kept?(b: RunningBroadcast, began_us: number): KeptSound | undefined;
  /** Who records what it sends; null or absent: nobody. */
  record?(b: RunningBroadcast): StreamTap | null;
  /** Absolute folder that the items' paths are relative to. */
  dataDir: string;
  weights(): TaskWeights;
  /** Whether speech lies over programme instead of pre-empting it, from the next start on; absent: no. */
  voiceMix?(): boolean;
  /** Whether a terminal plays two broadcasts at once (its feature `mix`); absent: none does. */
  mixes?(terminalId: number): boolean;
  /** Partition of a terminal as it is now; undefined: it is gone. */
  orgOf(terminalId: number): number | null | undefined;
  /** Called on every change of what a terminal plays. */
  setPlaying(terminalId: number, playing: Playing): void;
  /** How a terminal's last reports are judged (server/terminals/ear.ts); absent: what it says is heard. */
  hearing?(terminalId: number): { audible: boolean; mute: Mute | null } | undefined;
  /** Decodes what is sent, to know how loud it is; absent: that is never known. */
  decode?: DecodePackets;
  /** Measures how soon broadcasts are heard; absent: it is not measured. */
  firstSounds?: FirstSounds;
  live: { upsert(row: BroadcastLive): void; remove(id: number): void };
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}
