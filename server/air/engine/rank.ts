import {
  audioSource,
  type TaskType,
  type TaskWeight,
  taskType,
  taskWeight,
  weightOfTaskType,
} from '../../../contract/codes.ts';
import type { MixClass, Rank } from '../../../contract/protocol/arbitration.ts';
import { RANKS_PER_STEP, urgentSteps } from '../../../contract/protocol/prioritySteps.ts';

/** Weight of each kind of task, 0–999; a larger number wins (default values: contract/constants.ts). */
export type TaskWeights = Readonly<Record<TaskWeight, number>>;

/** The emergency microphone, alarms and exams rank above every weight and are not editable. */
const EMERGENCY = urgentSteps.emergency * RANKS_PER_STEP;
const ALARM = urgentSteps.alarm * RANKS_PER_STEP;
const EXAM = urgentSteps.exam * RANKS_PER_STEP;
const MAX_PART = 999;

/** Fields that decide the rank of a claim. `priority` of an alarm is that of its plan. */
export interface Ranked {
  id: number;
  task_type: number;
  priority: number;
  /** Epoch seconds. */
  started_at: number;
  /** Audio source: a control task that sounds is the self-test, which pre-empts nothing. */
  audio_source?: number;
  /** True for the emergency microphone and the all-call. */
  emergency?: boolean;
  /** Id of the GPIO task that has started it, which gives it the weight `gpio_set_task_priority`; empty: none. */
  gpio_code?: string;
  /** Set: a linkage task. Outside an alarm, it has the weight `linkage_task_priority`, never the rank of an alarm. */
  linkage_task_id?: number | null;
  /** True for tasks of an exam. */
  exam?: boolean;
}

/** The fields of a task that decide its rank and how it mixes, before it is started. */
export type Unstarted = Pick<
  Ranked,
  'task_type' | 'priority' | 'emergency' | 'gpio_code' | 'linkage_task_id' | 'exam'
> & { audio_source: number };

function isTaskType(type: number): type is TaskType {
  return Object.hasOwn(weightOfTaskType, type);
}

const part = (value: number) => Math.min(Math.max(Math.trunc(value), 0), MAX_PART);

/**
 * Computes the rank of a broadcast's claims: emergency microphone, alarms, exams, then type weight, priority,
 * and start.
 */
export function rankOf(task: Ranked, weights: TaskWeights): Rank {
  const { id, started_at } = task;
  const priority = part(task.priority);
  if (task.audio_source === audioSource.controlTask) return { weight: 0, started_at, id };
  if (task.emergency) return { weight: EMERGENCY + priority, started_at, id };
  if (task.task_type === taskType.alarm) return { weight: ALARM + priority, started_at, id };
  // Silence of an exam holds its terminals, and each of its other tasks is heard in it.
  if (task.exam)
    return { weight: EXAM + (task.audio_source === audioSource.none ? 0 : 1 + priority), started_at, id };
  const weight = weightName(task);
  const own = weight === null ? 0 : weights[weight];
  return { weight: part(own) * RANKS_PER_STEP + priority, started_at, id };
}

/** Weight that counts for a task: what set it off goes before its type. Null: an unknown type, of weight 0. */
function weightName({ task_type, gpio_code, linkage_task_id }: Ranked): TaskWeight | null {
  if (gpio_code) return taskWeight.gpioSet;
  if (linkage_task_id != null) return taskWeight.linkage;
  return isTaskType(task_type) ? weightOfTaskType[task_type] : null;
}

/** Tells if a broadcast is an alarm or ranks above alarms. */
export const isUrgentTask = (task: { task_type: number; emergency?: boolean | undefined }): boolean =>
  task.emergency === true || task.task_type === taskType.alarm;

/** Sources of speech and of programme; all others play alone. */
const speech: ReadonlySet<number> = new Set([
  audioSource.ttsText,
  audioSource.wechatMiniProgram,
  audioSource.microphone,
]);
const programme: ReadonlySet<number> = new Set([
  audioSource.mediaFile,
  audioSource.radio,
  audioSource.capturer,
  audioSource.url,
]);

/** Tells if a broadcast is speech: a page, a call, or a text. An alarm counts by its rank. */
export const isSpeechTask = ({
  task_type,
  audio_source,
}: {
  task_type: number;
  audio_source: number;
}): boolean => speech.has(audio_source) || task_type === taskType.twoWayCall;

/**
 * Mixing class of a broadcast. Pages and synthesised texts duck programme while voice mix is on. Alarms and
 * the emergency microphone play alone, and so does a call, whose other end would hear the programme.
 */
export function mixClassOf(
  task: Pick<Ranked, 'task_type' | 'emergency'> & { audio_source: number },
  voiceMix: boolean,
): MixClass {
  const { task_type, audio_source } = task;
  if (isUrgentTask(task) || task_type === taskType.twoWayCall) return 'alone';
  if (programme.has(audio_source)) return 'programme';
  return voiceMix && speech.has(audio_source) ? 'speech' : 'alone';
}
