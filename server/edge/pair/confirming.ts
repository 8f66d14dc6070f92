import type { PairMachine } from '../../../contract/entities/site/pair.ts';
import { SynchronousRule } from './synchronous.ts';
import type { Verdict } from './witness/arbiter.ts';

/**
 * Time after which waiting for the standby is in effect, ms: PostgreSQL takes in a setting within moments, and everything
 * that was confirmed before is at the standby when its next reports lack nothing.
 */
const EFFECT_MS = 3_000;

export interface ConfirmingDeps {
  /** Lets commits wait for the standby, or no longer. */
  apply(isOn: boolean): void;
  hasWitness(): boolean;
  /** Last word of the witness; null: it is not connected. */
  verdict(): Verdict | null;
  /** Term of this leader. */
  term(): number;
}

/**
 * Decides which machines confirm a change. With a witness the leader confirms alone only after the witness has recorded
 * that the standby is absent; until then commits wait.
 */
export interface Confirming {
  /** Decides anew; called every second. */
  look(standby: Pick<PairMachine, 'stage' | 'lag_bytes' | 'lag_ms'>): void;
  /** Whether commits wait for the standby. */
  isOn(): boolean;
  /** Whether the standby has every confirmed change, as the leader tells the witness. */
  inSync(): boolean;
  /** Ends waiting whatever the witness says: the standby is removed, or this server stops. */
  end(): void;
}

export function createConfirming({ apply, hasWitness, verdict, term }: ConfirmingDeps): Confirming {
  const rule = new SynchronousRule();
  let isOn = false;
  let inSync = false;
  let onSince = 0;

  function set(wanted: boolean): void {
    apply(wanted);
    isOn = wanted;
    onSince = performance.now();
  }
  /** Tells if the witness has recorded that the standby is absent. */
  function isAbsenceRecorded(): boolean {
    if (!hasWitness()) return true;
    const now = verdict();
    return now !== null && now.term === term() && !now.in_sync;
  }

  return {
    look(standby) {
      const now = performance.now();
      const wanted = rule.decide(standby, now);
      if (wanted && !isOn) return set(true);
      if (wanted) inSync ||= now - onSince > EFFECT_MS && standby.lag_ms === 0;
      else {
        inSync = false;
        if (isOn && isAbsenceRecorded()) set(false);
      }
    },
    isOn: () => isOn,
    inSync: () => inSync,
    end() {
      inSync = false;
      if (isOn) set(false);
    },
  };
}
