import type { AppError } from '../../../contract/api/errors.ts';
import type { Blocker, BusyFields, RetryFields } from '../../../contract/entities/tasks/queuedStart.ts';
import type { MixClass, Rank } from '../../../contract/protocol/arbitration.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Unstarted } from '../engine/rank.ts';
import type { LineEntry } from './waitingLine.ts';

/** A start that meets terminals which may be busy. */
export interface StartRequest extends BusyFields {
  /** Id of the broadcast that it becomes. */
  id: number;
  name: string;
  task: Unstarted;
  terminals: readonly AdoptedTerminal[];
  startedBy: string;
  /** Account; null: not a person. */
  accountId: number | null;
  /** Wall times of an entry of an earlier run of the server, epoch ms; absent: it arrives now. */
  since_at?: number;
  until_at?: number;
  /** Absent: no retries. */
  again?: RetryFields & {
    /** Id of the saved task whose run it is. */
    scheduled_task: number;
    /** Wall time at which no attempt begins any more, epoch ms; null: no such time. */
    latest_at: number | null;
    /** Attempts made by an earlier run of the server. */
    attempt?: number;
  };
}

/** Person that cancels an entry. */
export interface Canceller {
  accountId: number | null;
  name: string;
}

/** Ways in which an entry leaves the queue. Each is called at most once, and only for one that waited. */
export interface OnTurn {
  /** Puts it on the air; it holds its terminals until the promise is settled. */
  granted(terminals: readonly AdoptedTerminal[], leftOut: readonly LeftOut[]): Promise<void> | void;
  expired(): void;
  /** Called when the last attempt of a start with retries met busy terminals, and it does not wait for them. */
  refused?(error: AppError): void;
  /** Called when a person cancelled it or stopped all its terminals; null: its task was changed, or runs anew. */
  cancelled(by: Canceller | null): void;
}

/** A terminal that a start leaves out, because it is busy. */
export interface LeftOut {
  terminal: AdoptedTerminal;
  /** Broadcast that it plays, or entry of the queue that waits for it. */
  by: { id: number; name: string };
}

/** Effect that the policy of a start for busy terminals would have now. */
export interface StartOutcome {
  kind: 'goes' | 'waits' | 'refused';
  /** Terminals that are busy; left out if it goes. */
  busy: readonly LeftOut[];
  behind: Blocker[];
  wait_s: number;
}

/** Entry of the queue as the server holds it. */
export interface Queued extends LineEntry {
  request: StartRequest;
  rank: Rank;
  part: MixClass;
  terminals: Set<number>;
  since_at: number;
  until_at: number;
  turn: OnTurn;
  /** Number of its current attempt, from 1. */
  attempt: number;
}
