import { type UpgradeBatchState, upgradeBatchState } from '../../contract/codes.ts';
import { type UpgradeLive, type UpgradeTopicRow, upgradeLiveId } from '../../contract/entities/upgrade.ts';
import { isUpgrading, type UpgradeEvent, upgradeStepResult } from '../../contract/workflow.ts';
import type { Db } from '../db/client.ts';
import type { Topic } from '../live/hub.ts';
import * as repository from './upgrade.repository.ts';

type TerminalRow = repository.UpgradeTerminalRow;

/** A terminal of an open batch, and what of it is not stored. */
export interface Held {
  row: TerminalRow;
  readonly batch: Batch;
  /** When it last came further, and when it began; ms of a clock that never jumps. */
  since: number;
  begun: number;
  /** How often it was told. */
  sends: number;
  /** When it came back from its restart as it was. */
  returned: number | null;
  /** It is ready, and waits for leave to restart. */
  asks: boolean;
}

export interface Batch {
  row: repository.UpgradeRow;
  readonly terminals: Map<number, Held>;
}

/** Whether it is still to come or under way. */
export const isOpenStep = ({ status }: Pick<TerminalRow, 'status'>): boolean =>
  status === 'waiting' || isUpgrading(status);

/** Batches that ended lately, and stay among the live rows. */
const MAX_ENDED = 8;

/** The wave under way: the first one with a terminal that is not through. */
export function waveOf({ row, terminals }: Batch): number {
  let wave = row.wave_count;
  for (const held of terminals.values()) if (isOpenStep(held.row)) wave = Math.min(wave, held.row.wave);
  return wave;
}

/**
 * The batches that are not over, in memory; changes are seen live at once, and stored a moment later. What a kill of the
 * server takes with it, terminals say again.
 */
export class Book {
  readonly batches = new Map<number, Batch>();
  /** By the id of the terminal: in the one open batch that it is in. */
  readonly ofTerminal = new Map<number, Held>();
  readonly #dirty = new Set<TerminalRow['id']>();
  readonly #dirtyBatches = new Set<number>();
  readonly #ended: Batch[] = [];
  readonly #topic: Topic<UpgradeTopicRow>;
  readonly #db: Db;
  readonly #now: () => number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(db: Db, topic: Topic<UpgradeTopicRow>, now: () => number) {
    this.#db = db;
    this.#topic = topic;
    this.#now = now;
  }

  /** One after the other: whatever writes batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Takes a stored batch in, or anew. */
  add(row: repository.UpgradeRow, terminals: readonly TerminalRow[]): Batch {
    const batch: Batch = { row, terminals: new Map() };
    this.batches.set(row.id, batch);
    const ended = this.#ended.findIndex((one) => one.row.id === row.id);
    if (ended >= 0) this.#ended.splice(ended, 1);
    const now = this.#now();
    for (const one of terminals) {
      const held = { row: one, batch, since: now, begun: now, sends: 0, returned: null, asks: false };
      batch.terminals.set(one.id, held);
      this.#index(held);
      this.#topic.upsert(repository.presentTerminal(one));
    }
    this.show(batch);
    return batch;
  }

  #index(held: Held): void {
    const { terminal_id } = held.row;
    if (isOpenStep(held.row)) this.ofTerminal.set(terminal_id, held);
    else if (this.ofTerminal.get(terminal_id) === held) this.ofTerminal.delete(terminal_id);
  }

  /** The row of a terminal is another one now; `stored`: also in the database. */
  put(held: Held, values: Partial<TerminalRow>, stored = false): void {
    held.row = { ...held.row, ...values };
    this.#index(held);
    if (!stored) this.#dirty.add(held.row.id);
    this.#topic.upsert(repository.presentTerminal(held.row));
  }

  /** What an event makes of a terminal (contract/workflow.ts); false: it means nothing where it stands. */
  move(held: Held, event: UpgradeEvent, values: Partial<TerminalRow> = {}): boolean {
    const status = upgradeStepResult(held.row.status, event);
    if (status === null) return false;
    const at = Math.floor(Date.now() / 1000);
    const isOver = status !== 'waiting' && !isUpgrading(status);
    held.since = this.#now();
    this.put(held, {
      ...{ reason: null, detail: '' },
      ...(event === 'begin' ? { began_at: at, progress: 0 } : {}),
      ...(isOver ? { ended_at: at } : {}),
      ...(event === 'done' ? { progress: 100 } : {}),
      ...values,
      status,
    });
    if (event === 'fail') this.setBatch(held.batch, { failures: held.batch.row.failures + 1 });
    else this.show(held.batch);
    return true;
  }

  setBatch(batch: Batch, values: Partial<repository.UpgradeRow>, stored = false): void {
    batch.row = { ...batch.row, ...values };
    if (!stored) this.#dirtyBatches.add(batch.row.id);
    this.show(batch);
    if (batch.row.state === upgradeBatchState.ended && !this.#ended.includes(batch)) this.#over(batch);
  }

  /** It is looked at no more; the last ones stay to be seen. */
  #over(batch: Batch): void {
    this.#ended.push(batch);
    if (this.#ended.length <= MAX_ENDED) return;
    const gone = this.#ended.shift();
    if (gone === undefined) return;
    for (const id of gone.terminals.keys()) this.#topic.remove(id);
    this.#topic.remove(upgradeLiveId(gone.row.id));
  }

  show(batch: Batch): void {
    const { id, state, paused_by, wave_count, ended_at, upgrade_pack_name, version, feature_code } =
      batch.row;
    const orgs = new Set([...batch.terminals.values()].map(({ row }) => row.org));
    const live: UpgradeLive = {
      id: upgradeLiveId(id),
      kind: 'batch',
      org: orgs.has(null) ? null : ([...orgs] as number[]),
      upgrade: id,
      ...{ state, paused_by, wave: waveOf(batch), wave_count, ended_at },
      ...{ upgrade_pack_name, version, feature_code },
    };
    this.#topic.upsert(live);
  }

  isOpen(state: UpgradeBatchState): boolean {
    return state !== upgradeBatchState.ended;
  }

  /** Stores what has changed. What cannot be stored is tried again with the next call. */
  async flush(): Promise<void> {
    const terminals = [...this.#dirty];
    const batches = [...this.#dirtyBatches];
    if (terminals.length + batches.length === 0) return;
    this.#dirty.clear();
    this.#dirtyBatches.clear();
    try {
      await this.#db.transaction(async (tx) => {
        for (const batch of this.batches.values()) {
          for (const id of terminals) {
            const held = batch.terminals.get(id);
            if (held !== undefined) await repository.updateTerminal(tx, held.row);
          }
          if (batches.includes(batch.row.id)) await repository.update(tx, batch.row);
        }
      });
      for (const [id, { row }] of this.batches)
        if (!this.isOpen(row.state) && !this.#dirtyBatches.has(id)) this.batches.delete(id);
    } catch (error) {
      for (const id of terminals) this.#dirty.add(id);
      for (const id of batches) this.#dirtyBatches.add(id);
      throw error;
    }
  }
}
