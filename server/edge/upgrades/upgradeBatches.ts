import { type UpgradeBatchState, upgradeBatchState } from '../../../contract/codes.ts';
import {
  type UpgradeLive,
  type UpgradeTopicRow,
  upgradeLiveId,
} from '../../../contract/entities/terminals/upgrade.ts';
import { isUpgrading, type UpgradeEvent, upgradeStepResult } from '../../../contract/workflow.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Topic } from '../../platform/live/hub.ts';
import { createTurns } from '../../platform/workers/turns.ts';
import * as repository from './upgrade.repository.ts';

type TerminalRow = repository.UpgradeTerminalRow;

/** Terminal of an open batch, with state that is not stored. */
export interface HeldTerminal {
  row: TerminalRow;
  readonly batch: Batch;
  /** Time of the last progress, and of the beginning; ms, monotonic. */
  since: number;
  begun: number;
  /** Number of upgrade messages sent. */
  sends: number;
  /** Time when it returned from its restart with the old version. */
  returned: number | null;
  /** True when it is ready, and waits for permission to restart. */
  isReady: boolean;
}

export interface Batch {
  row: repository.UpgradeRow;
  readonly terminals: Map<number, HeldTerminal>;
}

/** Tells if a terminal is waiting or in progress. */
export const isOpenStep = ({ status }: Pick<TerminalRow, 'status'>): boolean =>
  status === 'waiting' || isUpgrading(status);

/** Number of recently ended batches that stay among the live rows. */
const MAX_ENDED = 8;

/** Current wave: the first one with an unfinished terminal. */
export function waveOf({ row, terminals }: Batch): number {
  let wave = row.wave_count;
  for (const held of terminals.values()) if (isOpenStep(held.row)) wave = Math.min(wave, held.row.wave);
  return wave;
}

/**
 * Open batches in memory; changes are published immediately, and stored shortly after. Changes lost by a kill
 * of the server are reported by the terminals again.
 */
export class UpgradeBatches {
  readonly batches = new Map<number, Batch>();
  /** Open batch entry of each terminal, by its id. */
  readonly ofTerminal = new Map<number, HeldTerminal>();
  readonly #dirty = new Set<TerminalRow['id']>();
  readonly #dirtyBatches = new Set<number>();
  readonly #ended: Batch[] = [];
  readonly #topic: Topic<UpgradeTopicRow>;
  readonly #db: Db;
  readonly #now: () => number;

  constructor(db: Db, topic: Topic<UpgradeTopicRow>, now: () => number) {
    this.#db = db;
    this.#topic = topic;
    this.#now = now;
  }

  /** Serialises operations that write batches. */
  readonly exclusive = createTurns();

  /** Adds a stored batch, or replaces it. */
  add(row: repository.UpgradeRow, terminals: readonly TerminalRow[]): Batch {
    const batch: Batch = { row, terminals: new Map() };
    this.batches.set(row.id, batch);
    const ended = this.#ended.findIndex((one) => one.row.id === row.id);
    if (ended >= 0) this.#ended.splice(ended, 1);
    const now = this.#now();
    for (const one of terminals) {
      const held = { row: one, batch, since: now, begun: now, sends: 0, returned: null, isReady: false };
      batch.terminals.set(one.id, held);
      this.#index(held);
      this.#topic.upsert(repository.presentTerminal(one));
    }
    this.show(batch);
    return batch;
  }

  #index(held: HeldTerminal): void {
    const { terminal_id } = held.row;
    if (isOpenStep(held.row)) this.ofTerminal.set(terminal_id, held);
    else if (this.ofTerminal.get(terminal_id) === held) this.ofTerminal.delete(terminal_id);
  }

  /** Updates the row of a terminal. @param stored it is in the database already */
  put(held: HeldTerminal, values: Partial<TerminalRow>, stored = false): void {
    held.row = { ...held.row, ...values };
    this.#index(held);
    if (!stored) this.#dirty.add(held.row.id);
    this.#topic.upsert(repository.presentTerminal(held.row));
  }

  /**
   * Applies an event to a terminal (contract/workflow.ts); false if the event is not allowed in its state.
   */
  move(held: HeldTerminal, event: UpgradeEvent, values: Partial<TerminalRow> = {}): boolean {
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

  /** Retires a batch that has ended; the last ones stay visible. */
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

  /** Stores changes. Failed writes are retried with the next call. */
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
