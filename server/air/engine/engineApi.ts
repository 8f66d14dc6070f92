import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { StateReason } from '../../../contract/entities/terminals/device.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { ListRow } from '../../sound/source/listTimeline.ts';
import type { OpenSource, Source } from '../../sound/source/source.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import type { ClaimTable } from './claimTable.ts';
import type { PendingStarts } from './pendingStarts.ts';
import type { EndReason, FinishReason } from './playbackRules.ts';
import type { CallWay, RunningBroadcast } from './runningBroadcast.ts';
import type { StartedKind, StartNeeds, StartTarget } from './start/startWait.ts';
import type { BroadcastTarget, TargetState } from './state/target.ts';
import type { BroadcastTargetInit } from './state/targets.ts';

export interface BroadcastStart {
  row: BroadcastRow;
  targets: readonly BroadcastTargetInit[];
  /** Name of the account that started it. */
  startedBy: string;
  /** Opens its sound again after a pause or a pre-emption; absent: the stored programmes of its list. */
  open?: OpenSource;
  /** Ranks above alarms: the emergency microphone and the all-call. */
  emergency?: boolean;
  /** Set for one direction of a call. */
  call?: CallWay | null;
  /** Called once when it has ended, for any reason. */
  ended?: (reason: EndReason) => void;
  /** Media time at which it is first heard, slightly ahead of now; absent: as soon as possible. */
  from_us?: number;
  /** Media time of the request or of the input's edge; absent: now. */
  requestedUs?: number;
  /** True when the journal stores its row: then everything of it is stored there, in order. */
  inJournal?: boolean;
}

/**
 * Interface of the engine to the rest of the server. Broadcasts that it takes are those that it gave: their state
 * (`state/broadcast.ts`) is read outside by the readonly `RunningBroadcast`.
 */
export interface Engine {
  readonly claims: ClaimTable;
  /** Starts that are not on the air yet. */
  readonly pending: PendingStarts;
  get(id: number): RunningBroadcast | undefined;
  all(): Iterable<RunningBroadcast>;
  row(b: RunningBroadcast): BroadcastLive;
  stateOf(b: RunningBroadcast, target: BroadcastTarget): TargetState;
  reasonOf(b: RunningBroadcast, target: BroadcastTarget): StateReason;
  /** Needs of a start at these terminals that waits; null: it begins at once. */
  startNeeds(task: StartedKind, targets: Iterable<StartTarget>): StartNeeds | null;
  /** Opens stored programmes at a place in the list. */
  readonly open: OpenSource;
  /** Opens a list from its start and reads as much as is needed to begin. @throws SourceError */
  prepare(row: ListRow): Promise<Source>;
  /**
   * Puts a broadcast on the air with a prepared source.
   *
   * @param committed resolves when the transaction of its rows is over, committed or not; nothing else is
   *   written before. Absent: the rows are stored already, or in the journal
   */
  start(start: BroadcastStart, source: Source, committed?: Promise<void>): RunningBroadcast;
  /** Withdraws a broadcast whose commit failed or whose source is permanently gone. */
  withdraw(b: RunningBroadcast): void;
  /** Like all changes below, heard at once; resolves when the change is stored. */
  pause(b: RunningBroadcast): Promise<void>;
  resume(b: RunningBroadcast): Promise<void>;
  stop(b: RunningBroadcast): Promise<void>;
  /** Ends a broadcast without a person's action; `reason` is stored. */
  finish(b: RunningBroadcast, reason: FinishReason): Promise<void>;
  /**
   * @throws SourceError when the item cannot be read; nothing has changed then. The same holds for
   *   `setItems`.
   */
  jump(b: RunningBroadcast, to: 'next' | 'previous'): Promise<void>;
  setItems(b: RunningBroadcast, items: BroadcastItem[]): Promise<void>;
  /**
   * Replaces the list once all of its speech is synthesised: the current sound goes on, and its end is known.
   */
  known(b: RunningBroadcast, items: BroadcastItem[]): Promise<void>;
  setVolume(b: RunningBroadcast, volume: number | null): Promise<void>;
  /** Takes single terminals out by hand. */
  takeOut(b: RunningBroadcast, terminals: readonly number[]): Promise<void>;
  /** Withholds the proof of first sounds until a terminal is released. */
  withhold(b: RunningBroadcast): void;
  /** Releases a terminal that has played its part; without a reason its sound is confirmed as heard. */
  release(b: RunningBroadcast, terminal: number, reason: StateReason | null): void;
  /**
   * Adds terminals to a running broadcast; existing targets are left alone. The caller writes their rows to
   * the journal.
   */
  admit(b: RunningBroadcast, targets: readonly BroadcastTargetInit[]): void;
  /** Removes terminals permanently from a broadcast, for a reason other than a stop by hand. */
  dismiss(b: RunningBroadcast, terminals: readonly number[], reason: StateReason): void;
  /** Sends a monitor all that a terminal is sent, until the returned function is called. */
  monitor(terminal: number, link: TerminalLink): () => void;
  /** Resumes what was on the air when the server went down, before `run`. */
  restore(): Promise<void>;
  /** Does everything that is due now. Called by `run` every 50 ms. */
  tick(): void;
  run(): void;
  /** Stops the timer and stores what is pending. Broadcasts stay on the air for the next start. */
  close(): Promise<void>;
}
