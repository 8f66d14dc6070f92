import { AppError } from '../../../contract/api/errors.ts';
import { audioSource } from '../../../contract/codes.ts';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import { isInGroup, placeOf } from '../../../contract/entities/sound/library.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { isSilence } from '../schedule/plans/timetableBells.ts';
import type { TaskRow } from '../schedule/schedule.repository.ts';
import type { ScheduleIndex } from '../schedule/scheduleIndex.ts';
import type { Sources } from '../schedule/sources.ts';
import type { OfflineTask } from './offlineManifest.ts';
import type { ProgrammeDigests } from './programmeDigests.ts';

/** Days of runs to send beside today; those of yesterday are included, as they may still be running. */
const DAYS_AHEAD = 7;
const RETRY_MS = 60_000;

export interface OfflineTasksDeps {
  index: ScheduleIndex;
  sources: Pick<Sources, 'open'>;
  hashes: ProgrammeDigests;
  live: LiveHub;
  /** Runs that a person stopped since a time, as `task:due`; terminals must not continue them offline. */
  stopped(since: number): Promise<ReadonlySet<string>>;
  now(): number;
  log: { warn(details: object, message: string): void };
  /** True: tasks without the mark too, as for relays. */
  all?: boolean;
  /** Tasks that inputs and stations start: they are read although the schedule does not start them. */
  started?(): ReadonlySet<number>;
}

/**
 * Tasks that are marked `offline_tasks` and whose sound is stored, with their sound and their next runs; and the silences
 * of exams, without a sound.
 */
export function createOfflineTasks(deps: OfflineTasksDeps) {
  const { index, live, hashes } = deps;
  const files = live.topic<FileLive>('file');
  const texts = live.topic<{ id: number; org: null; rev: number } & Record<string, unknown>>('preset_text');
  /** Set when the sound of a task could not be read: it is retried after RETRY_MS. */
  let failed = false;
  const sounds = new Map<number, { key: string; items: OfflineTask['items'] }>();

  /** Only stored sound (files, speech) can be kept. */
  const isStored = ({ audio_source }: TaskRow) =>
    audio_source === audioSource.mediaFile || audio_source === audioSource.ttsText;
  const isMarked = (task: TaskRow) =>
    (task.offline_tasks || deps.all === true) && task.enabled && isStored(task);
  /** The silence of an exam is kept without a mark: other kept sound must not break it. */
  const isExamSilence = (task: TaskRow) =>
    task.enabled && isSilence(task) && index.planOf(task)?.exam === true;
  function marked(): TaskRow[] {
    const started = deps.started?.();
    const isKept = (task: TaskRow) => isMarked(task) || (started?.has(task.id) === true && isStored(task));
    return [...index.tasks.values()].filter((task) => isKept(task) || isExamSilence(task));
  }

  const fileKey = (id: number) => {
    const row = files.get(id);
    return row === undefined ? `${id}?` : `${id} ${row.build_status} ${row.duration_ms}`;
  };
  /** Key that changes when the sound of a task may have changed. */
  function soundKey(task: TaskRow): string {
    const ids = [...task.files, ...[task.chime_before, task.chime_after].flatMap((id) => id ?? [])];
    const group =
      task.file_group === null
        ? []
        : files
            .snapshot()
            .filter((row) => isInGroup(row, task.file_group))
            .map((row) => `${placeOf(row, task.file_group)} ${fileKey(row.id)}`);
    const text = task.preset_text === null ? '' : texts.get(task.preset_text)?.rev;
    return [task.rev, text, ...ids.map(fileKey), ...group].join();
  }

  async function itemsOf(task: TaskRow): Promise<OfflineTask['items']> {
    if (isExamSilence(task)) return [];
    const key = soundKey(task);
    const held = sounds.get(task.id);
    if (held?.key === key) return held.items;
    const items: OfflineTask['items'][number][] = [];
    try {
      for (const item of (await deps.sources.open(task)).items)
        items.push({ ...item, ...(await hashes.of(item.path)) });
      sounds.set(task.id, { key, items });
    } catch (err) {
      failed = true;
      // Speech that is still being built is expected here, and needs no stack trace.
      const cause = err instanceof AppError ? { reason: err.message } : { err };
      deps.log.warn(
        { ...cause, task: task.name },
        'the sound of a task cannot be given to its terminals now',
      );
      return [];
    }
    return items;
  }

  return {
    isMarked,
    /** Key that changes when anything of what terminals are to keep may have changed. */
    fingerprint(): string {
      const { recent } = index.reaches;
      const day = index.recurrence.zone.dayAt(deps.now());
      return [
        day,
        failed ? Math.floor(deps.now() / RETRY_MS) : '',
        ...marked().map(
          (task) => `${soundKey(task)} ${index.planOf(task)?.rev ?? ''} ${recent.of(task).bits}`,
        ),
      ].join('\n');
    },
    /** Reads the tasks to keep. @returns the tasks, and the end of the period of their runs, epoch ms */
    async read(): Promise<{ tasks: OfflineTask[]; until: number }> {
      failed = false;
      const { zone } = index.recurrence;
      const today = zone.dayAt(deps.now());
      const from = zone.instantOf(today - 1, 0);
      const until = zone.instantOf(today + DAYS_AHEAD + 1, 0);
      const stopped = await deps.stopped(from);
      const tasks: OfflineTask[] = [];
      for (const task of marked()) {
        const items = await itemsOf(task);
        const isPlanned = (run: DueRun) => !stopped.has(`${task.id}:${run.due}`);
        const runs = index.recurrence
          .between(task, Math.max(from, task.active_since), until)
          .filter(isPlanned);
        if (items.length > 0 || isExamSilence(task))
          tasks.push({ task, items, runs, exam: index.planOf(task)?.exam ?? false });
      }
      for (const id of sounds.keys()) if (!index.tasks.has(id)) sounds.delete(id);
      return { tasks, until };
    },
  };
}
export type OfflineTasks = ReturnType<typeof createOfflineTasks>;
