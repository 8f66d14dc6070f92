import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { busyPolicy } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Engine } from '../engine/engineApi.ts';
import { mixClassOf, rankOf, type TaskWeights } from '../engine/rank.ts';
import { every } from '../engine/ticker.ts';
import { busyWith } from './busyTerminals.ts';
import type { LeftOut, OnTurn, Queued, StartRequest } from './queue.types.ts';
import { endOf, type QueuedState, queuedRow } from './queuedRow.ts';
import { WaitingLine } from './waitingLine.ts';

const TICK_MS = 100;
/** Interval in which the rows of the queue are made anew. */
const PUBLISH_EVERY_MS = 1_000;
/** Most entries; further starts are refused. */
const MAX_ENTRIES = 100;
/** Most broadcasts that a refusal names. */
const MAX_NAMED = 3;

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
  | { kind: 'waits' }
  /** `leave` is called once it is on the air, or could not be started. */
  | { kind: 'goes'; terminals: readonly AdoptedTerminal[]; leftOut: readonly LeftOut[]; leave(): void };

/**
 * Queue of starts that wait until their terminals are free, and the rule what a start does at busy terminals
 * (docs/rules/queue.md). It decides when a start goes; what is heard then is decided by the claims.
 */
export function createStartQueue(deps: StartQueueDeps) {
  const { engine, clock, topic } = deps;
  const line = new WaitingLine<Queued>();
  let publishDueUs = 0;

  function queued(request: StartRequest, turn: OnTurn): Queued {
    const now = deps.now();
    const since_at = request.since_at ?? now;
    const until_at = request.until_at ?? now + request.wait_s * 1000;
    const ranked = { ...request.task, id: request.id, started_at: Math.floor(now / 1000) };
    const rank = rankOf(ranked, deps.weights());
    const part = mixClassOf(ranked, deps.voiceMix());
    return {
      ...{ id: request.id, weight: rank.weight, request, rank, part, since_at, until_at, turn },
      terminals: new Set(request.terminals.map(({ id }) => id)),
      untilUs: clock.now() + Math.max(0, until_at - now) * 1000,
    };
  }

  const busyAt = (one: Queued, terminal: number): number | null =>
    busyWith(engine, one.rank, one.part, terminal);
  const nameOf = (id: number) => engine.get(id)?.row.name ?? '';

  function busyOf(one: Queued): LeftOut[] {
    return one.request.terminals.flatMap((terminal) => {
      const claimant = line.claimant(terminal.id, one.weight);
      if (claimant !== undefined) return { terminal, by: { id: claimant.id, name: claimant.request.name } };
      const by = busyAt(one, terminal.id);
      return by === null ? [] : { terminal, by: { id: by, name: nameOf(by) } };
    });
  }

  function publish(): void {
    const rows = line
      .waiting()
      .map((one, i) => queuedRow(one, i + 1, { ...deps, before: line.before(one.id), busyAt }));
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

  async function grant(one: Queued): Promise<void> {
    try {
      await one.turn.granted([...one.terminals].flatMap((id) => deps.terminal(id) ?? []));
    } catch (error) {
      deps.log.error({ err: error }, 'a queued start could not go on the air');
    } finally {
      line.remove(one.id);
    }
  }

  function tick(): void {
    if (line.size === 0) return;
    const { turn, expired } = line.serve(clock.now(), (one, terminal) => busyAt(one, terminal) !== null);
    for (const one of expired) guarded(() => one.turn.expired());
    for (const one of turn) void grant(one);
    if (turn.length + expired.length === 0 && clock.now() < publishDueUs) return;
    publishDueUs = clock.now() + PUBLISH_EVERY_MS * 1000;
    publish();
  }

  /** Removes terminals from a waiting entry; without any left it is cancelled. */
  function take(one: Queued, terminals: readonly number[]): void {
    for (const id of terminals) one.terminals.delete(id);
    if (one.terminals.size > 0) return;
    line.remove(one.id);
    guarded(() => one.turn.cancelled());
  }

  let endTicks: (() => void) | undefined;

  return {
    tick,
    run() {
      endTicks ??= every(TICK_MS, () => guarded(tick));
    },
    /** Entries that wait, in the order of the queue. */
    waiting: () => line.waiting(),
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
      const busy = busyOf(one);
      const isRefused =
        busy.length > 0 &&
        (policy === busyPolicy.refuse ||
          (policy === busyPolicy.freeOnly && busy.length === terminals.length));
      if (isRefused) throw refusal(busy, deps);
      if (policy === busyPolicy.wait && busy.length > 0) {
        if (line.size >= MAX_ENTRIES) throw new AppError(errorCode.conflict, 'broadcast.queueFull');
        line.add(one);
        publish();
        return { kind: 'waits' };
      }
      for (const { terminal } of busy) one.terminals.delete(terminal.id);
      line.add(one, true);
      const free = terminals.filter(({ id }) => one.terminals.has(id));
      return { kind: 'goes', terminals: free, leftOut: busy, leave };
    },
    /** Cancels an entry, or takes some of its terminals out of it; false: it does not wait. */
    cancel(id: number, terminals?: readonly number[]): boolean {
      const one = line.waiting().find((entry) => entry.id === id);
      if (one === undefined) return false;
      take(one, terminals ?? [...one.terminals]);
      publish();
      return true;
    },
    /** Takes the terminals that match out of all entries; returns these terminals and the number of entries. */
    stop(matches: (terminal: number) => boolean): { terminals: number[]; starts: number } {
      const found = line
        .waiting()
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

/** Refusal that names what holds how many of the terminals, and for how long if that is known. */
function refusal(busy: readonly LeftOut[], deps: Pick<StartQueueDeps, 'rowOf' | 'now'>): AppError {
  const found = new Map<number, { name: string; n: number }>();
  for (const { by } of busy) found.set(by.id, { name: by.name, n: (found.get(by.id)?.n ?? 0) + 1 });
  const tasks = [...found]
    .sort(([, a], [, b]) => b.n - a.n)
    .slice(0, MAX_NAMED)
    .map(([id, { name, n }]) => {
      const ends_at = endOf(deps.rowOf(id));
      const left_s = ends_at === null ? null : Math.max(0, Math.ceil((ends_at - deps.now()) / 1000));
      return left_s === null ? `${name} (${n})` : `${name} (${n}, ${left_s} s)`;
    })
    .join(', ');
  return new AppError(errorCode.conflict, 'broadcast.targetsBusy', { terminals: busy.length, tasks });
}
