import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { FaultSpec } from './fault.repository.ts';

/** Time for which a fault may wait to be stored before it is shown unstored, ms. */
export const SHOW_UNSTORED_MS = 5_000;

/**
 * Shows faults that the database does not accept: live rows with negative ids, which stored faults never
 * have. They cannot be acknowledged until they are stored.
 */
export class UnstoredFaults {
  #rows = new Map<string, Fault>();
  #topic: Pick<Topic<Fault>, 'upsert' | 'remove'>;
  #lastId = 0;

  constructor(topic: Pick<Topic<Fault>, 'upsert' | 'remove'>) {
    this.#topic = topic;
  }

  show(key: string, spec: FaultSpec): void {
    const shown = this.#rows.get(key);
    if (shown !== undefined && isDeepStrictEqual(shown.params, spec.params)) return;
    const row: Fault = {
      ...spec,
      id: shown?.id ?? --this.#lastId,
      state: 'new',
      opened_at: shown?.opened_at ?? Math.floor(Date.now() / 1000),
      acknowledged_at: null,
      acknowledged_by_name: null,
      resolved_at: null,
      shelved_until: null,
      shelved_by: '',
      rev: (shown?.rev ?? 0) + 1,
    };
    this.#rows.set(key, row);
    this.#topic.upsert(row, row.rev);
  }

  /** Hides a fault that is stored or over. */
  hide(key: string): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#rows.delete(key);
    this.#topic.remove(row.id, row.rev + 1);
  }
}
