import type { BroadcastLive } from '../../contract/entities/broadcast.ts';
import type { Why } from '../../contract/entities/device.ts';
import type { BroadcastItem } from '../db/schema.ts';
import type { TerminalLink } from '../terminals/types.ts';
import type { ClaimTable } from './claims.ts';
import type { PendingStarts } from './pendingStarts.ts';
import type {
  BroadcastRow,
  BroadcastTargetInit,
  CallWay,
  EndReason,
  FinishReason,
  ListRow,
  RunningBroadcast,
} from './runningBroadcast.ts';
import type { OpenSource, Source } from './source.ts';
import type { Target, TargetState } from './target.ts';

export interface BroadcastStart {
  row: BroadcastRow;
  targets: readonly BroadcastTargetInit[];
  /** Name of the account. */
  startedBy: string;
  /** Opens its sound anew after a pause or a pre-emption; absent: the stored programmes of its list. */
  open?: OpenSource;
  /** Above alarms: the emergency microphone and the all-call (design 8). */
  emergency?: boolean;
  /** One way of a call. */
  call?: CallWay | null;
  /** Called once when it has ended, whatever ended it. */
  ended?: (reason: EndReason) => void;
  /** Media time at which it is first heard, a moment ahead of now; absent: as soon as can be. */
  from_us?: number;
  /** Media time at which it was asked for: the request, the edge of an input; absent: now. */
  asked_us?: number;
}

/** What the rest of the server does with broadcasts. */
export interface Engine {
  readonly claims: ClaimTable;
  /** What is about to be put on the air. */
  readonly pending: PendingStarts;
  get(id: number): RunningBroadcast | undefined;
  all(): Iterable<RunningBroadcast>;
  row(b: RunningBroadcast): BroadcastLive;
  stateOf(b: RunningBroadcast, target: Target): TargetState;
  whyOf(b: RunningBroadcast, target: Target): Why;
  /** Opens stored programmes at a place. */
  readonly open: OpenSource;
  /** A reader of a list from its start, read as far as it takes to begin. @throws SourceError */
  prepare(row: ListRow): Promise<Source>;
  /**
   * Puts a broadcast on the air, with a prepared source, while its rows are being committed: `committed` resolves
   * when that is over, well or not; nothing else is written before. Absent: they are stored, or noted in the journal.
   */
  start(start: BroadcastStart, source: Source, committed?: Promise<void>): RunningBroadcast;
  /** The commit has failed, or its source is gone for good: it is taken back. */
  withdraw(b: RunningBroadcast): void;
  /** Each of these resolves when the change is stored; it is heard before that. */
  pause(b: RunningBroadcast): Promise<void>;
  resume(b: RunningBroadcast): Promise<void>;
  stop(b: RunningBroadcast): Promise<void>;
  /** As `stop`, but no person did it: `why` is what is stored. */
  finish(b: RunningBroadcast, why: FinishReason): Promise<void>;
  /** @throws SourceError when the item cannot be read; nothing has changed then. So does `setItems`. */
  jump(b: RunningBroadcast, to: 'next' | 'previous'): Promise<void>;
  setItems(b: RunningBroadcast, items: BroadcastItem[]): Promise<void>;
  /** The list as it is now that all of it is spoken: what sounds goes on, and its end is known. */
  known(b: RunningBroadcast, items: BroadcastItem[]): Promise<void>;
  setVolume(b: RunningBroadcast, volume: number | null): Promise<void>;
  /** Takes single terminals out by hand. */
  takeOut(b: RunningBroadcast, terminals: readonly number[]): Promise<void>;
  /** A terminal has had its part of it and leaves; without a reason it is confirmed that it was heard there. */
  release(b: RunningBroadcast, terminal: number, why: Why | null): void;
  /**
   * Terminals that join what is on the air; those that are its targets already are left alone. Their rows are noted in
   * the journal.
   */
  admit(b: RunningBroadcast, targets: readonly BroadcastTargetInit[]): void;
  /** Terminals leave it for good, for this reason; nobody stopped it there. */
  dismiss(b: RunningBroadcast, terminals: readonly number[], why: Why): void;
  /** Whoever listens in is sent what a terminal is sent, until the returned function is called. */
  shadow(terminal: number, link: TerminalLink): () => void;
  /** Takes up what was on the air when the server went down, before `run`. */
  restore(): Promise<void>;
  /** Does what is due now. Called by `run` each 50 ms. */
  tick(): void;
  run(): void;
  /** Stops the timer and stores what is to be stored. Broadcasts stay as they are, for the next start. */
  close(): Promise<void>;
}
