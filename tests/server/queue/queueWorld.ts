import { type BusyPolicy, taskType } from '../../../contract/codes.ts';
import { defaultTaskWeights } from '../../../contract/constants.ts';
import { ClaimTable } from '../../../server/air/engine/claimTable.ts';
import type { Engine } from '../../../server/air/engine/engineApi.ts';
import { mixClassOf, rankOf } from '../../../server/air/engine/rank.ts';
import type { QueuedState } from '../../../server/air/queue/queuedRow.ts';
import { createStartQueue } from '../../../server/air/queue/startQueue.ts';
import type { AdoptedTerminal } from '../../../server/site/terminals/directory.ts';

/** A start of a test. `source`: 99 a live page, 1 a text, 0 a file. */
export interface Asked {
  terminals: readonly number[];
  source: 0 | 1 | 99;
  type: 0 | 1 | 3;
  priority: number;
  policy: BusyPolicy;
  wait_s: number;
  length_s: number;
  /** Time that it takes to prepare its sound, s. */
  slow_s: number;
  /** Retries, of runs of saved tasks; absent: none. */
  retries?: number;
  retry_s?: number;
}

/** A start, and what became of it. */
export interface Known extends Asked {
  id: number;
  /** Seconds; null: not yet. */
  asked_s: number;
  began_s: number | null;
  ended_s: number | null;
  outcome: 'waits' | 'refused' | 'on air' | 'expired' | 'cancelled';
  /** Terminals where it began, and speech that it met there. */
  at: readonly number[];
  met: readonly number[];
}

/** Entries of a full line. */
const FULL = 100;
const VOLUMES = [30, 60, 90];

/** The queue over a real table of claims, in a time that the test moves. */
export class QueueWorld {
  readonly known = new Map<number, Known>();
  readonly rows = new Map<number, QueuedState>();
  readonly claims: ClaimTable;
  readonly mixers: ReadonlySet<number>;
  readonly errors: unknown[] = [];
  s = 0;
  #ids = 0;
  #running = new Map<
    number,
    { id: number; row: { name: string; task_type: number; audio_source: number; volume: number } }
  >();
  #preparing: { at_s: number; done: () => void }[] = [];
  readonly queue;

  constructor(mixers: readonly number[] = []) {
    this.mixers = new Set(mixers);
    this.claims = new ClaimTable((id) => this.mixers.has(id));
    const engine = { claims: this.claims, get: (id: number) => this.#running.get(id) } as unknown as Engine;
    this.queue = createStartQueue({
      engine,
      clock: { now: () => this.s * 1e6 },
      now: () => this.s * 1000,
      weights: () => defaultTaskWeights,
      voiceMix: () => true,
      terminal: (id) => ({ id, org: 1 }) as AdoptedTerminal,
      topic: {
        upsert: (row) => this.rows.set(row.id, row),
        remove: (id) => this.rows.delete(id),
        snapshot: () => [...this.rows.values()],
      },
      rowOf: () => undefined,
      log: { error: ({ err }: { err?: unknown }) => this.errors.push(err) },
    });
  }

  /** Asks for a start. */
  ask(asked: Asked): Known {
    const id = ++this.#ids;
    const one: Known = {
      ...{ ...asked, id, asked_s: this.s, began_s: null, ended_s: null },
      ...{ outcome: 'waits', at: [], met: [] },
    };
    this.known.set(id, one);
    const task = { task_type: asked.type, priority: asked.priority, audio_source: asked.source };
    const start = {
      task,
      terminals: asked.terminals.map((t) => ({ id: t, org: 1 }) as AdoptedTerminal),
      busy_policy: asked.policy,
      wait_s: asked.wait_s,
    };
    const foreseen = this.queue.preview(start);
    let met = 'refused';
    try {
      const meeting = this.queue.meet(
        {
          ...{ id, name: `start ${id}`, startedBy: 'Ann', accountId: 1 },
          ...start,
          again: {
            ...{ scheduled_task: id, retries: asked.retries ?? 0, retry_s: asked.retry_s ?? 1 },
            latest_at: null,
          },
        },
        {
          granted: (terminals) =>
            this.#prepare(
              one,
              terminals.map((t) => t.id),
            ),
          expired: () => this.#leave(one, 'expired'),
          refused: () => this.#leave(one, 'refused'),
          cancelled: () => this.#leave(one, 'cancelled'),
        },
      );
      if (meeting.kind === 'goes' || meeting.refused === undefined) met = meeting.kind;
      if (meeting.kind === 'goes') {
        if (foreseen !== null && foreseen.busy.length !== meeting.leftOut.length) met = 'goes elsewhere';
        const began = this.#prepare(
          one,
          meeting.terminals.map((t) => t.id),
        );
        if (began === undefined) meeting.leave();
        else void began.then(meeting.leave);
      }
    } catch {
      one.outcome = 'refused';
    }
    // The line may be full, which a preview does not tell.
    if (foreseen !== null && foreseen.kind !== met && this.queue.waiting().length < FULL)
      this.errors.push(`${id} ${met}, foreseen: ${foreseen.kind}`);
    return one;
  }

  #leave(one: Known, outcome: Known['outcome']): void {
    if (one.outcome !== 'waits') this.errors.push(`${one.id} left twice`);
    one.outcome = outcome;
    one.ended_s = this.s;
  }

  #prepare(one: Known, terminals: readonly number[]): Promise<void> | undefined {
    if (one.slow_s === 0) {
      this.#begin(one, terminals);
      return undefined;
    }
    return new Promise((resolve) => {
      const done = () => {
        this.#begin(one, terminals);
        resolve();
      };
      this.#preparing.push({ at_s: this.s + one.slow_s, done });
    });
  }

  #begin(one: Known, terminals: readonly number[]): void {
    this.#leave(one, 'on air');
    one.ended_s = null;
    one.began_s = this.s;
    one.at = terminals;
    one.met = terminals.flatMap((t) => this.speechAt(t));
    const task = { task_type: one.type, audio_source: one.source, priority: one.priority };
    const rank = rankOf({ ...task, id: one.id, started_at: this.s }, defaultTaskWeights);
    const volume = VOLUMES[one.id % VOLUMES.length] ?? 0;
    this.#running.set(one.id, { id: one.id, row: { name: '', ...task, volume } });
    const claim = { broadcast: one.id, rank, part: mixClassOf(task, true), comesBack: true };
    this.claims.add(claim, terminals);
  }

  /** Speech heard at a terminal; alarms are no speech of persons. */
  speechAt(terminal: number): number[] {
    return this.claims
      .heard(terminal)
      .filter((id) => this.known.get(id)?.source !== 0 && this.known.get(id)?.type !== taskType.alarm);
  }

  /** Volume at a terminal, and what it plays. */
  sound(terminal: number): { heard: number[]; volume: number | null } {
    const heard = this.claims.heard(terminal);
    return { heard, volume: this.#running.get(heard[0] ?? 0)?.row.volume ?? null };
  }

  end(id: number): void {
    this.claims.remove(id);
    this.#running.delete(id);
    const one = this.known.get(id);
    if (one) one.ended_s = this.s;
  }

  /** Advances time by a second, with what is due in it. */
  async second(): Promise<void> {
    this.s++;
    const due = this.#preparing.filter(({ at_s }) => at_s <= this.s);
    this.#preparing = this.#preparing.filter(({ at_s }) => at_s > this.s);
    for (const one of due) one.done();
    for (const one of this.known.values())
      if (one.began_s !== null && one.ended_s === null && this.s >= one.began_s + one.length_s)
        this.end(one.id);
    // Both ends of what began: the entry leaves the queue in a later turn of the promises.
    await null;
    await null;
    this.queue.tick();
  }
}
