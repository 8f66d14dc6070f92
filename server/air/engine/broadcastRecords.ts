import type { AirJournal, EngineDeps } from './broadcast.ports.ts';
import type { BroadcastState, RunningBroadcast } from './runningBroadcast.ts';
import type { Target } from './target.ts';

/** Interval of writing proofs of delivery while a broadcast runs, µs. */
const PROOF_EVERY_US = 10_000_000;
/** Time after the end in which last reports are taken in, µs. */
const LINGER_US = 2_000_000;
/** The stored anchor is written again when the wall clock was set or slewed by more than this, ms. */
const ANCHOR_SLACK_MS = 20;

export interface BroadcastRecords {
  /**
   * Stores the state as it is when the write begins; rejects when the database refuses, and retries later.
   */
  save(b: RunningBroadcast): Promise<void>;
  saveProofs(b: RunningBroadcast): Promise<void>;
  /** Stores the proofs of terminals that were taken out by hand, so that they stay out after a restart. */
  saveLeft(b: RunningBroadcast): Promise<void>;
  /** Stores its proofs with the next tick. */
  soon(b: RunningBroadcast): void;
  /** Stores the end, and the proofs once the last reports are in. */
  end(b: RunningBroadcast): Promise<void>;
  /** Finds a broadcast that has just ended. */
  ending(id: number): RunningBroadcast | undefined;
  tick(now_us: number, running: Iterable<RunningBroadcast>): void;
  close(running: Iterable<RunningBroadcast>): Promise<void>;
}

/**
 * Decides when the state and the proofs of broadcasts are stored, and retries after the database was away.
 */
export function createBroadcastRecords(deps: EngineDeps): BroadcastRecords {
  const { clock, store, journal, log } = deps;
  const endings = new Map<number, { b: RunningBroadcast; due_us: number }>();
  const eager = new Set<RunningBroadcast>();
  /** Number of proof writes of a broadcast that are in the journal and not in the database yet. */
  const noted = new Map<RunningBroadcast, number>();
  let proofsDue_us = 0;

  /** Queues the writes of a broadcast one after the other. */
  function queue(b: RunningBroadcast, write: () => Promise<void>): Promise<void> {
    const done = b.written.then(write);
    b.written = done.catch((error: unknown) => {
      b.unwritten = true;
      log.error({ err: error, broadcast: b.id }, 'a broadcast could not be stored');
    });
    return done;
  }

  /** The journal for writes that begin now; null: they go to the database and wait for it. */
  const journalOf = (b: RunningBroadcast) => (b.isJournaled || b.ended !== null ? journal : null);
  const dueOf = (b: RunningBroadcast) =>
    [...b.targets.values(), ...b.former.values()].filter((target) => target.unwritten);

  function stateOf(b: RunningBroadcast): BroadcastState {
    const state = b.snapshot(clock.toWall, clock.now());
    b.unwritten = false;
    b.row.anchor_at = state.anchor_at;
    return state;
  }

  function save(b: RunningBroadcast): Promise<void> {
    const taker = journalOf(b);
    if (taker === null) return queue(b, () => store.save(b.id, stateOf(b)));
    // After its row, and before all writes that wait for the database.
    const done = b.committed.then(() => taker.state(b.row, stateOf(b)));
    b.written = done;
    return done;
  }

  /**
   * Writes proofs to the journal. While earlier ones are not in the database, only lasting changes are
   * written: a first sound, a terminal that left.
   */
  async function noteProofs(b: RunningBroadcast, taker: AirJournal, isAll: boolean): Promise<void> {
    await b.committed;
    const waiting = noted.get(b) ?? 0;
    const isNew = (target: Target) => target.left || (target.first_sound_at !== null && !target.firstNoted);
    const due = isAll || b.ended !== null || waiting === 0 ? dueOf(b) : dueOf(b).filter(isNew);
    if (due.length === 0) return;
    for (const target of due) {
      target.unwritten = false;
      target.firstNoted = target.first_sound_at !== null;
    }
    noted.set(b, waiting + 1);
    await taker.proofs(
      b.row,
      due.map((target) => target.proof()),
    );
    const left = (noted.get(b) ?? 1) - 1;
    if (left === 0) noted.delete(b);
    else noted.set(b, left);
  }

  function saveProofs(b: RunningBroadcast): Promise<void> {
    const taker = journalOf(b);
    if (taker !== null) return noteProofs(b, taker, false);
    return queue(b, async () => {
      const due = dueOf(b);
      if (due.length === 0) return;
      for (const target of due) target.unwritten = false;
      try {
        await store.saveProofs(
          b.id,
          due.map((target) => target.proof()),
        );
      } catch (error) {
        for (const target of due) target.unwritten = true;
        throw error;
      }
    });
  }

  function regular(b: RunningBroadcast): void {
    const moved = b.from_us !== null && Math.abs(clock.toWall(b.from_us) - b.row.anchor_at) > ANCHOR_SLACK_MS;
    if (b.unwritten || moved) save(b).catch(() => {});
    saveProofs(b).catch(() => {});
  }

  async function finish(b: RunningBroadcast): Promise<void> {
    for (const target of b.targets.values()) {
      if (target.reason?.key === 'silent' && target.first_sound_at !== null) target.reason = null;
    }
    try {
      if (b.unwritten) await save(b);
      await saveProofs(b);
    } catch {
      endings.set(b.id, { b, due_us: clock.now() + PROOF_EVERY_US });
    }
  }

  return {
    save,
    saveProofs,
    saveLeft: (b) => (journal === null ? saveProofs(b) : noteProofs(b, journal, true)),
    soon: (b) => void eager.add(b),
    end(b) {
      endings.set(b.id, { b, due_us: clock.now() + LINGER_US });
      return save(b);
    },
    ending: (id) => endings.get(id)?.b,
    tick(now_us, running) {
      for (const { b, due_us } of endings.values()) {
        if (due_us > now_us) continue;
        endings.delete(b.id);
        void finish(b);
      }
      for (const b of eager) saveProofs(b).catch(() => {});
      eager.clear();
      if (now_us < proofsDue_us) return;
      proofsDue_us = now_us + PROOF_EVERY_US;
      for (const b of running) regular(b);
    },
    async close(running) {
      const ended = [...endings.values()].map(({ b }) => b);
      endings.clear();
      await Promise.all(ended.map(finish));
      await Promise.allSettled([...running].map(saveProofs));
    },
  };
}
