import type { OfflinePlayerMessage, PlayedRecord } from '../../../contract/protocol/offline.ts';
import type { Db } from '../../platform/db/client.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import { unheard } from '../schedule/run.repository.ts';
import type { Runs } from '../schedule/runs.ts';
import type { ScheduleIndex } from '../schedule/scheduleIndex.ts';
import * as repository from './played.repository.ts';

/** Reports that are older, or further ahead (clocks differ), are not accepted, ms. */
const MAX_AGE_MS = 31 * 86_400_000;
const MAX_AHEAD_MS = 5 * 60_000;
/** Time after the end of a run when nothing starts it late any more, ms. */
const OVER_MS = 5_000;
/** Time in which an alarm that was heard is stored for certain, ms; a record of an unknown one is dropped after it. */
const STORED_MS = 600_000;

export interface PlayedRecordsDeps {
  db: Db;
  index: ScheduleIndex;
  runs: Runs;
  faults: Pick<FaultSink, 'resolve'>;
  /** Wall time, ms. */
  now(): number;
}

/** Adds what terminals played without a link to the proof of delivery of the run. */
export function createPlayedRecords({ db, index, runs, faults, now }: PlayedRecordsDeps) {
  /** Finds the run of a record. 'later': it may still be started; null: there is none, and will be none. */
  async function runOf(record: PlayedRecord, terminal: number): Promise<number | 'later' | null> {
    const { task: taskId, start_s } = record;
    if (taskId === null || start_s === null) return record.broadcast;
    const due = start_s * 1000;
    const stored = await repository.runOf(db, taskId, due);
    if (stored !== undefined) return stored.id;
    const task = index.tasks.get(taskId);
    const run = task && index.recurrence.between(task, due, due + 1)[0];
    const isNear = due <= now() + MAX_AHEAD_MS && due > now() - MAX_AGE_MS;
    if (task === undefined || run === undefined || !isNear || !task.offline_tasks) return null;
    if (!index.reaches.recent.of(task).terminals.some(({ id }) => id === terminal)) return null;
    if (due + (index.lengthOf(task, run) ?? MAX_AGE_MS) + OVER_MS > now()) return 'later';
    return (await runs.playedOffline(task, run))?.row.id ?? 'later';
  }

  async function note(record: PlayedRecord, terminal: number): Promise<boolean> {
    const { first_sound_ms, played_ms } = record;
    const run = await runOf(record, terminal);
    if (run === 'later') return false;
    // A report without a matching run is acknowledged and dropped.
    if (run === null || first_sound_ms === null) return true;
    if (Math.abs(now() - first_sound_ms) > MAX_AGE_MS) return true;
    const isTarget = await repository.addPlayed(db, run, terminal, { first_sound_ms, played_ms });
    // An alarm sounds before it is stored, and goes on after a crash before that: the terminal sends its record again.
    if (record.task === null) return isTarget || now() - first_sound_ms > STORED_MS;
    if (!isTarget) return true;
    await repository.wasPlayed(db, run);
    if (!(await unheard(db, record.task, (record.start_s ?? 0) * 1000)))
      faults.resolve('schedule_missed', String(record.task));
    return true;
  }

  return {
    stopped: (since: number) => repository.stoppedSince(db, since),
    async played(
      { terminalId }: Pick<TerminalLink, 'terminalId'>,
      { records }: Extract<OfflinePlayerMessage, { type: 'keep.played' }>,
    ): Promise<number[]> {
      const confirmed: number[] = [];
      for (const record of records) if (await note(record, terminalId)) confirmed.push(record.n);
      return confirmed;
    },
  };
}
export type PlayedRecords = ReturnType<typeof createPlayedRecords>;
