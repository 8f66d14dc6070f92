import type { BroadcastLive } from '../../contract/entities/broadcast.ts';
import type { Why } from '../../contract/entities/device.ts';
import type { MediaClock } from '../system/mediaClock.ts';
import type { TerminalGateway } from '../terminals/types.ts';
import type { OpenProgramme } from './programmeReader.ts';
import type { TaskWeights } from './rank.ts';
import type { BroadcastRow, BroadcastState, BroadcastTargetInit } from './runningBroadcast.ts';
import type { Proof } from './target.ts';

/** What the device grid shows of a terminal's part in broadcasts (spec 4, design 7). */
export interface Playing {
  play_status: 0 | 1 | 2 | 3 | 4;
  task_id: number | null;
  tasks: string;
  why: Why;
}

/** The broadcasts in the database. */
export interface BroadcastStore {
  /** Resolves after the commit. */
  save(id: number, state: BroadcastState): Promise<void>;
  saveProofs(id: number, proofs: readonly Proof[]): Promise<void>;
  /** All that have not ended, in the order of their start, with the targets that have not left them. */
  running(): Promise<{ row: BroadcastRow; startedBy: string; targets: BroadcastTargetInit[] }[]>;
}

/** What the engine is made from. */
export interface EngineDeps {
  clock: MediaClock;
  gateway: TerminalGateway;
  store: BroadcastStore;
  /** Opens a programme for reading (`open` of node:fs/promises). */
  open: OpenProgramme;
  /** Absolute folder that the items' paths are relative to. */
  dataDir: string;
  weights(): TaskWeights;
  /** Called on every change of what a terminal plays. */
  setPlaying(terminalId: number, playing: Playing): void;
  live: { upsert(row: BroadcastLive): void; remove(id: number): void };
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}
