import type { BroadcastRow } from '../../../server/air/broadcast/broadcast.table.ts';
import type { BroadcastStore } from '../../../server/air/engine/broadcast.ports.ts';
import type { DeliveryProof } from '../../../server/air/engine/state/target.ts';
import { readReason } from '../../../server/air/engine/storedReason.ts';

/** Tables that survive restarts of the engine. */
export class FakeStore implements BroadcastStore {
  readonly rows = new Map<number, BroadcastRow>();
  readonly proofs = new Map<number, Map<number, DeliveryProof>>();
  fails = false;

  async save(id: number, state: Partial<BroadcastRow>): Promise<void> {
    if (this.fails) throw new Error('the database is away');
    Object.assign(this.rows.get(id) ?? {}, structuredClone(state));
  }
  async saveProofs(id: number, proofs: readonly DeliveryProof[]): Promise<void> {
    if (this.fails) throw new Error('the database is away');
    for (const proof of proofs) this.proofs.get(id)?.set(proof.terminal_id, proof);
  }
  async running() {
    return [...this.rows.values()]
      .filter((row) => row.state !== 'ended')
      .map((row) => ({
        row: structuredClone(row),
        startedBy: 'admin',
        targets: [...(this.proofs.get(row.id)?.values() ?? [])]
          .filter((p) => !readReason(p.reason).left)
          .map((p) => ({ terminal_id: p.terminal_id, org: 1, heard: heardOf(p) })),
      }));
  }
}

const heardOf = ({ first_sound_at, played_ms, received, lost, late, gaps, missed_ms }: DeliveryProof) => ({
  first_sound_at,
  played_ms,
  received,
  lost,
  late,
  gaps,
  missed_ms,
});
