import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { busyPolicy } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Engine } from '../engine/engineApi.ts';
import { every } from '../engine/ticker.ts';
import { busyWith } from './busyTerminals.ts';
import { decideStart, rankAt } from './decideStart.ts';
import { ParkedStarts } from './parkedStarts.ts';
import type { Canceller, LeftOut, OnTurn, Queued, StartOutcome, StartRequest } from './queue.types.ts';
import { type QueuedDeps, queuedOf } from './queuedOf.ts';
import { type QueuedState, queueRows } from './queuedRow.ts';
import { refusal } from './refusal.ts';
import { type AskedStart, outcomeOf } from './startOutcome.ts';
import { WaitingLine } from './waitingLine.ts';

const TICK_MS = 100;
/** Interval in which the rows of the queue are made anew. */
const PUBLISH_EVERY_MS = 1_000;
/** Most entries; further starts are refused. */
const MAX_ENTRIES = 100;

export interface StartQueueDeps extends QueuedDeps {
  engine: Pick<Engine, 'claims' | 'get'>;
  /** Terminal as it is now; undefined: it is gone. */
  terminal(id: number): AdoptedTerminal | undefined;
  topic: Pick<Topic<QueuedState>, 'upsert' | 'remove' | 'snapshot'>;
  /** Live row of a running broadcast. */
  rowOf(id: number): Readonly<BroadcastLive> | undefined;
  log: { error(details: object, message: string): void };
}

/** Result of a start: the terminals where it goes now, or its place in the queue. */
export type Meeting =
  /** `refused`: its terminals are busy, and it asks again later; absent: it waits for them. */
  | { kind: 'waits'; refused?: AppError }
  /** `leave` is called once it is on the air, or could not be started. */
  | { kind: 'goes'; terminals: readonly AdoptedTerminal[]; leftOut: readonly LeftOut[]; leave(): void };

/**
 * Queue of starts that wait until their terminals are free, and the rule what a start does at busy terminals
 * (docs/rules/queue.md). It decides when a start goes; what is heard then is decided by the claims.
 */
export function createStartQueue(deps: StartQueueDeps) {
  const { engine, clock, topic } = deps;
  const line = new WaitingLine<Queued>();
  const parked = new ParkedStarts();
  let publishDueUs = 0;

  const busyAt = (one: Queued, terminal: number): number | null =>
    busyWith(engine, rankAt(one, deps.now()), one.part, terminal);

  function publish(): void {
    const rows = queueRows(line, parked, { ...deps, busyAt });
    const kept = new Set(rows.map(({ id }) => id));
    for (const { id } of topic.snapshot()) if (!kept.has(id)) topic.remove(id);
    for (const row of rows) topic.upsert(row);
  }

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      deps.log.error({ err: error }, 'an entry of the queue failed');
    }
  }

  async function grant(one: Queued, leftOut: readonly LeftOut[] = []): Promise<void> {
    try {
      const terminals = [...one.terminals].flatMap((id) => deps.terminal(id) ?? []);
      await one.turn.granted(terminals, leftOut);
    } catch (error) {
      deps.log.error({ err: error }, 'a queued start could not go on the air');
    } finally {
      line.remove(one.id);
    }
  }

  /** Puts an entry into the line, to be prepared at the terminals that are free. */
  function enter(one: Queued, busy: readonly LeftOut[]): void {
    for (const { terminal } of busy) one.terminals.delete(terminal.id);
    line.add(one, true);
  }

  /** Makes the next attempt of an entry. */
  function retry({ request, turn, attempt, terminals, since_at }: Queued): void {
    const { until_at: _first, ...asked } = request;
    const kept = request.terminals.filter(({ id }) => terminals.has(id));
    const one = queuedOf(deps, { ...asked, terminals: kept, since_at }, turn, attempt + 1);
    const { kind, busy } = decideStart({ ...deps, line }, one);
    if (kind === 'waits') line.add(one);
    else if (kind === 'goes') {
      enter(one, busy);
      void grant(one, busy);
    } else if (!parked.park(one, deps.now())) guarded(() => turn.refused?.(refusal(busy, deps)));
  }

  function tick(): void {
    if (line.size + parked.size === 0) return;
    const { turn, expired } = line.serve(clock.now(), (one, terminal) => busyAt(one, terminal) !== null);
    for (const one of expired) if (!parked.park(one, deps.now())) guarded(() => one.turn.expired());
    for (const one of turn) void grant(one);
    const due = parked.takeDue(deps.now());
    for (const one of due) retry(one);
    if (turn.length + expired.length + due.length === 0 && clock.now() < publishDueUs) return;
    publishDueUs = clock.now() + PUBLISH_EVERY_MS * 1000;
    publish();
  }

  /** Removes terminals from a waiting entry; without any left it is cancelled. */
  function take(one: Queued, terminals: readonly number[], by: Canceller | null): void {
    for (const id of terminals) one.terminals.delete(id);
    if (one.terminals.size > 0) return;
    line.remove(one.id);
    parked.remove(one.id);
    guarded(() => one.turn.cancelled(by));
  }

  /** Entries that wait, in the order of the queue, and then those that ask again later. */
  const waiting = (): Queued[] => [...line.waiting(), ...parked.all().map(({ one }) => one)];

  let endTicks: (() => void) | undefined;

  return {
    tick,
    run() {
      endTicks ??= every(TICK_MS, () => guarded(tick));
    },
    waiting,
    /** The row of an entry that waits. */
    row: (id: number) => topic.snapshot().find((row) => row.id === id),
    /**
     * Decides about a start by its policy.
     * @throws AppError 409 with `refuse` if a terminal is busy, with `free_only` if none is free, and for a full queue
     */
    meet(request: StartRequest, turn: OnTurn): Meeting {
      const leave = () => {
        line.remove(request.id);
      };
      const { busy_policy: policy, terminals } = request;
      if (policy === busyPolicy.preempt) return { kind: 'goes', terminals, leftOut: [], leave };
      const one = queuedOf(deps, request, turn);
      const { kind, busy } = decideStart({ ...deps, line }, one);
      if (kind === 'goes') {
        enter(one, busy);
        const free = terminals.filter(({ id }) => one.terminals.has(id));
        return { kind, terminals: free, leftOut: busy, leave };
      }
      const refused = kind === 'refused' ? refusal(busy, deps) : undefined;
      const isFull = line.size + parked.size >= MAX_ENTRIES;
      if (refused !== undefined && (isFull || !parked.park(one, deps.now()))) throw refused;
      if (isFull) throw new AppError(errorCode.conflict, 'broadcast.queueFull');
      if (refused === undefined) line.add(one);
      publish();
      return { kind: 'waits', ...(refused === undefined ? {} : { refused }) };
    },
    /** Tells what the policy of a start would do with it now; null: it has none, and goes by its rank. */
    preview: (asked: AskedStart): StartOutcome | null => outcomeOf({ ...deps, line }, asked),
    /** Cancels an entry, or takes some of its terminals out of it; false: it does not wait. */
    cancel(id: number, by: Canceller | null, terminals?: readonly number[]): boolean {
      const one = waiting().find((entry) => entry.id === id);
      if (one === undefined) return false;
      take(one, terminals ?? [...one.terminals], by);
      publish();
      return true;
    },
    /** Takes the terminals that match out of all entries; returns these terminals and the number of entries. */
    stop(matches: (terminal: number) => boolean, by: Canceller): { terminals: number[]; starts: number } {
      const found = waiting()
        .map((one) => ({ one, terminals: [...one.terminals].filter(matches) }))
        .filter(({ terminals }) => terminals.length > 0);
      for (const { one, terminals } of found) take(one, terminals, by);
      if (found.length > 0) publish();
      return { terminals: [...new Set(found.flatMap(({ terminals }) => terminals))], starts: found.length };
    },
    close: () => endTicks?.(),
  };
}
export type StartQueue = ReturnType<typeof createStartQueue>;
