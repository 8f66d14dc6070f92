import { liveSpeech } from '../../../contract/codes.ts';
import type { AirJournal, EngineDeps } from './broadcast.ports.ts';
import type { Broadcast } from './state/broadcast.ts';
import { type StoredState, takeState } from './state/storedState.ts';
import { BroadcastWrites } from './state/writes.ts';

/** Interval of writing proofs of delivery while a broadcast runs, µs. */
const PROOF_EVERY_US = 10_000_000;
/** Time after the end in which last reports are taken in, µs. */
const LINGER_US = 2_000_000;
/** The stored anchor is written again when the wall clock was set or slewed by more than this, ms. */
const ANCHOR_SLACK_MS = 20;

export interface BroadcastRecords {
  /** Writes nothing of a broadcast before `committed` resolves. @param inJournal its row is in the journal */
  begin(b: Broadcast, committed: Promise<void>, inJournal: boolean): void;
  /** Resolves when its last write is over, stored or not. */
  settled(b: Broadcast): Promise<void>;
  /**
   * Stores the state as it is when the write begins; rejects when the database refuses, and retries later.
   */
  save(b: Broadcast): Promise<void>;
  saveProofs(b: Broadcast): Promise<void>;
  /** Stores the proofs of terminals that were taken out by hand, so that they stay out after a restart. */
  saveLeft(b: Broadcast): Promise<void>;
  /** Stores its proofs with the next tick. */
  saveProofsSoon(b: Broadcast): void;
  /** Stores the end, and the proofs once the last reports are in. */
  end(b: Broadcast): Promise<void>;
  /** Finds a broadcast that has just ended. */
  ending(id: number): Broadcast | undefined;
  tick(nowUs: number, running: Iterable<Broadcast>): void;
  close(running: Iterable<Broadcast>): Promise<void>;
}

/** True for broadcasts that never wait for the database, also after a restart: alarms and live speech. */
const isUrgent = ({ row }: Broadcast) => row.alarm_id !== null || liveSpeech.has(row.audio_source);

/**
 * Decides when the state and the proofs of broadcasts are stored, and retries after the database was away.
 */
export function createBroadcastRecords(deps: EngineDeps): BroadcastRecords {
  const { clock, store, journal, log } = deps;
  const endings = new Map<number, { b: Broadcast; dueUs: number }>();
  const proofsWanted = new Set<Broadcast>();
  const writes = new WeakMap<Broadcast, BroadcastWrites>();
  /** Broadcasts whose rows are in the journal. */
  const inJournal = new WeakSet<Broadcast>();
  let proofsDueUs = 0;

  function writesOf(b: Broadcast): BroadcastWrites {
    const known = writes.get(b) ?? new BroadcastWrites();
    writes.set(b, known);
    return known;
  }

  /** Queues the writes of a broadcast one after the other. */
  function queue(b: Broadcast, write: () => Promise<void>): Promise<void> {
    return writesOf(b).queue(write, (error) =>
      log.error({ err: error, broadcast: b.id }, 'a broadcast could not be stored'),
    );
  }

  /** The journal for writes that begin now; null: they go to the database and wait for it. */
  const journalOf = (b: Broadcast) => (isUrgent(b) || inJournal.has(b) || b.ended !== null ? journal : null);

  function stateOf(b: Broadcast): StoredState {
    writesOf(b).stateTaken();
    return takeState(b, clock);
  }

  function save(b: Broadcast): Promise<void> {
    const journalOfRow = journalOf(b);
    if (journalOfRow === null) return queue(b, () => store.save(b.id, stateOf(b)));
    return writesOf(b).note(() => journalOfRow.state(b.row, stateOf(b)));
  }

  /**
   * Writes proofs to the journal. While earlier ones are not in the database, only lasting changes are
   * written: a first sound, a terminal that left.
   */
  async function journalProofs(b: Broadcast, journalOfRow: AirJournal, isAll: boolean): Promise<void> {
    const own = writesOf(b);
    await own.committed;
    const isFull = isAll || b.ended !== null || own.journaledProofs === 0;
    const due = b.targetList.unwritten().filter((target) => isFull || target.hasNews);
    if (due.length === 0) return;
    await own.journalProofs(() =>
      journalOfRow.proofs(
        b.row,
        due.map((target) => target.takeProof(true)),
      ),
    );
  }

  function saveProofs(b: Broadcast): Promise<void> {
    const journalOfRow = journalOf(b);
    if (journalOfRow !== null) return journalProofs(b, journalOfRow, false);
    return queue(b, async () => {
      const due = b.targetList.unwritten();
      if (due.length === 0) return;
      try {
        await store.saveProofs(
          b.id,
          due.map((target) => target.takeProof(false)),
        );
      } catch (error) {
        for (const target of due) target.unwritten();
        throw error;
      }
    });
  }

  function regular(b: Broadcast): void {
    const moved = b.from_us !== null && Math.abs(clock.toWall(b.from_us) - b.row.anchor_at) > ANCHOR_SLACK_MS;
    if (writesOf(b).hasFailed || moved) save(b).catch(() => {});
    saveProofs(b).catch(() => {});
  }

  async function finish(b: Broadcast): Promise<void> {
    for (const target of b.targets.values()) target.settleReason();
    try {
      if (writesOf(b).hasFailed) await save(b);
      await saveProofs(b);
    } catch {
      endings.set(b.id, { b, dueUs: clock.now() + PROOF_EVERY_US });
    }
  }

  return {
    begin(b, committed, isThere) {
      writes.set(b, new BroadcastWrites(committed));
      if (isThere) inJournal.add(b);
    },
    settled: (b) => writesOf(b).settled,
    save,
    saveProofs,
    saveLeft: (b) => (journal === null ? saveProofs(b) : journalProofs(b, journal, true)),
    saveProofsSoon: (b) => void proofsWanted.add(b),
    end(b) {
      endings.set(b.id, { b, dueUs: clock.now() + LINGER_US });
      return save(b);
    },
    ending: (id) => endings.get(id)?.b,
    tick(nowUs, running) {
      for (const { b, dueUs } of endings.values()) {
        if (dueUs > nowUs) continue;
        endings.delete(b.id);
        void finish(b);
      }
      for (const b of proofsWanted) saveProofs(b).catch(() => {});
      proofsWanted.clear();
      if (nowUs < proofsDueUs) return;
      proofsDueUs = nowUs + PROOF_EVERY_US;
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
