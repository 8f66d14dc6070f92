import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { busyPolicy } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Engine } from '../engine/engineApi.ts';
import { mixClassOf, rankOf, type TaskWeights } from '../engine/rank.ts';
import { every } from '../engine/ticker.ts';
import { busyWith } from './busyTerminals.ts';
import { decideStart, rankAt } from './decideStart.ts';
import { ParkedStarts } from './parkedStarts.ts';
import type { LeftOut, OnTurn, Queued, StartRequest } from './queue.types.ts';
import { type QueuedState, queueRows } from './queuedRow.ts';
import { refusal } from './refusal.ts';
import { WaitingLine } from './waitingLine.ts';

const TICK_MS = 100;
/** Interval in which the rows of the queue are made anew. */
const PUBLISH_EVERY_MS = 1_000;
/** Most entries; further starts are refused. */
const MAX_ENTRIES = 100;

export interface StartQueueDeps {
  engine: Pick<Engine, 'claims' | 'get'>;
  clock: { now(): number };
  /** Wall time, epoch ms. */
  now(): number;
  weights(): TaskWeights;
  voiceMix(): boolean;
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

  function queued(request: StartRequest, turn: OnTurn, attempt = request.again?.attempt ?? 1): Queued {
    const now = deps.now();
    const since_at = request.since_at ?? now;
    const latest = request.again?.latest_at ?? Number.POSITIVE_INFINITY;
    const until_at = Math.min(request.until_at ?? now + request.wait_s * 1000, latest);
    const ranked = { ...request.task, id: request.id, started_at: Math.floor(now / 1000) };
    const rank = rankOf(ranked, deps.weights());
    const part = mixClassOf(ranked, deps.voiceMix());
    return {
      ...{ id: request.id, weight: rank.weight, request, rank, part, since_at, until_at, turn, attempt },
      terminals: new Set(request.terminals.map(({ id }) => id)),
      untilUs: clock.now() + Math.max(0, until_at - now) * 1000,
    };
  }

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
    const one = queued({ ...asked, terminals: kept, since_at }, turn, attempt + 1);
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
  function take(one: Queued, terminals: readonly number[]): void {
    for (const id of terminals) one.terminals.delete(id);
    if (one.terminals.size > 0) return;
    line.remove(one.id);
    parked.remove(one.id);
    guarded(() => one.turn.cancelled());
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
      const one = queued(request, turn);
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
    /** Cancels an entry, or takes some of its terminals out of it; false: it does not wait. */
    cancel(id: number, terminals?: readonly number[]): boolean {
      const one = waiting().find((entry) => entry.id === id);
      if (one === undefined) return false;
      take(one, terminals ?? [...one.terminals]);
      publish();
      return true;
    },
    /** Takes the terminals that match out of all entries; returns these terminals and the number of entries. */
    stop(matches: (terminal: number) => boolean): { terminals: number[]; starts: number } {
      const found = waiting()
        .map((one) => ({ one, terminals: [...one.terminals].filter(matches) }))
        .filter(({ terminals }) => terminals.length > 0);
      for (const { one, terminals } of found) take(one, terminals);
      if (found.length > 0) publish();
      return { terminals: [...new Set(found.flatMap(({ terminals }) => terminals))], starts: found.length };
    },
    close: () => endTicks?.(),
  };
}
export type StartQueue = ReturnType<typeof createStartQueue>;
