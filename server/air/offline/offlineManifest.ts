import { createHash } from 'node:crypto';
import { taskType } from '../../../contract/codes.ts';
import type {
  OfflineItem,
  OfflineManifest,
  OfflineProgramme,
  OfflineRun,
} from '../../../contract/protocol/offline.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import { mixClassOf, rankOf, type TaskWeights } from '../engine/rank.ts';
import { limitsOf, loopOf } from '../schedule/runLength.ts';
import { seedOf } from '../schedule/runSeed.ts';
import type { TaskRow } from '../schedule/schedule.repository.ts';
import { offlinePlaylistOf } from './offlinePlaylist.ts';
import type { StoredProgramme } from './programmeDigests.ts';

/**
 * Limits of one manifest: runs, and bytes of its programmes as JSON; later runs come with a later manifest.
 */
const MAX_RUNS = 5_000;
const MAX_BYTES = 400_000;

/** Task that terminals keep, with its stored sound and its runs. */
export interface OfflineTask {
  task: TaskRow;
  items: readonly (BroadcastItem & StoredProgramme)[];
  runs: readonly DueRun[];
  /** Its plan is an exam. */
  exam?: boolean;
  /** Tasks that reach all of its terminals. */
  held_by?: readonly number[];
}

/**
 * Site settings that affect offline playback: task type weights, and whether speech is mixed over programme.
 */
export interface Rules {
  weights: TaskWeights;
  voiceMix: boolean;
}

/** Describes one run as a terminal plays it offline; null for a run without an end. */
function programmeOf(
  { task, items, exam = false, held_by = [] }: OfflineTask,
  run: DueRun,
  rules: Rules,
): OfflineProgramme | null {
  const seed = seedOf(task.id, run.due);
  const lengths = {
    list: items.flatMap((one) => (one.part === undefined ? [one.duration_ms] : [])),
    before: items.find((one) => one.part === 'before')?.duration_ms ?? 0,
    after: items.find((one) => one.part === 'after')?.duration_ms ?? 0,
  };
  const window = run.until === null ? null : run.until - run.due;
  const limits = limitsOf(task, lengths, window, seed);
  if (limits.total_ms === null) return null;
  const row = {
    items: [...items],
    play_order: task.play_order,
    loop: loopOf(task),
    interval_ms: Math.round(task.interval_time * 1000),
    seed,
  };
  const names = new Map(items.map(({ path, id }) => [path, id]));
  const ranked = { id: 0, task_type: taskType.scheduled, priority: task.priority, started_at: 0, exam };
  const part = mixClassOf({ ...ranked, audio_source: task.audio_source }, rules.voiceMix);
  const { resume_policy: resume } = task;
  return {
    ...offlinePlaylistOf(row, limits.programme_ms, ({ path }) => names.get(path) ?? ''),
    task: task.id,
    title: task.name,
    task_type: taskType.scheduled,
    priority: task.priority,
    weight: rankOf(ranked, rules.weights).weight,
    volume: task.volume,
    length_ms: Math.round(limits.total_ms),
    ...(rules.voiceMix && part !== 'alone' ? { part } : {}),
    ...(resume === 'live' ? {} : { resume }),
    ...(resume === 'position' ? { held_by: [...held_by] } : {}),
    ...(resume === 'position' && window !== null ? { window_ms: window } : {}),
  };
}

/**
 * Builds the manifest of a terminal from the tasks that reach it and its alarm messages
 * (docs/protocols/terminal-protocol.md, "Keeping").
 * @param until end of the period for which runs are known, epoch ms
 */
export function manifestOf(
  tasks: readonly OfflineTask[],
  messages: readonly OfflineItem[],
  rules: Rules,
  until: number,
): OfflineManifest {
  const items = new Map<string, OfflineItem>(messages.map((item) => [item.id, item]));
  for (const { items: own } of tasks)
    for (const { id, bytes, name } of own) items.set(id, { id, bytes, name });
  const all = tasks.flatMap((kept) => kept.runs.map((run) => ({ kept, run })));
  all.sort((a, b) => a.run.due - b.run.due || a.kept.task.id - b.kept.task.id);
  const programmes: OfflineProgramme[] = [];
  const places = new Map<string, number>();
  const runs: OfflineRun[] = [];
  let [size, end] = [0, until];
  for (const { kept, run } of all) {
    const programme = programmeOf(kept, run, rules);
    if (programme === null) continue;
    const text = JSON.stringify(programme);
    let place = places.get(text);
    if (runs.length >= MAX_RUNS || (place === undefined && size + text.length > MAX_BYTES)) {
      end = run.due;
      break;
    }
    if (place === undefined) {
      place = programmes.push(programme) - 1;
      places.set(text, place);
      size += text.length;
    }
    runs.push({ start_s: Math.floor(run.due / 1000), programme: place });
  }
  const content = { items: [...items.values()], programmes, runs, until_s: Math.floor(end / 1000) };
  const revision = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return { type: 'keep.manifest', revision, ...content };
}
