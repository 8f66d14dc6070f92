import { z } from 'zod';
import { runResult } from '../codes.ts';
import { idSchema, keyQuery, pageQuery } from '../envelope.ts';
import { audioSourceWords, runResultWords, taskTypeWords, type Words, whyWords } from '../exportWords.ts';
import type { Texts } from '../language.ts';
import { broadcastTargetRow } from './broadcast.ts';

/**
 * How a run ended; null while it is on the air. `missed`: the server was not there when it was due; `failed`: it
 * could not be started, `error` says why; `done`: a control task that was carried out; `offline`: the server was not
 * there, but terminals played it by themselves.
 */
const result = z.enum(runResult);

/** A run of a task of any kind, with the sum of its proofs of delivery (spec 3: task log). */
export const taskLogRow = z.object({
  id: z.number().int(),
  task_name: z.string(),
  /** Epoch seconds. */
  start_time: z.number().int(),
  end_time: z.number().int().nullable(),
  /** When the schedule was to start it, epoch seconds; null: by hand. */
  due_time: z.number().int().nullable(),
  task_type: z.number().int(),
  audio_source: z.number().int(),
  /** Code of the account that started it; empty: the schedule. */
  operator_code: z.string(),
  /** Code of the terminal that started it (a caster), of its capturer and channel, of the GPIO input; empty: none. */
  device_code: z.string(),
  capturer_code: z.string(),
  capturer_channel: z.number().int().nullable(),
  gpio_code: z.string(),
  /** The saved task; null: none, or deleted since. */
  task_id: z.number().int().nullable(),
  result: result.nullable(),
  /** Why it failed, in the caller's language; empty else. */
  error: z.string(),
  /** Terminals within the caller's zones: at how many it was to sound, and at how many it was heard. */
  targets: z.number().int(),
  heard: z.number().int(),
  /** Sum over the terminals, packets. */
  received: z.number().int(),
  lost: z.number().int(),
  late: z.number().int(),
  /** What the sound cards missed: gaps, and their length in all; null: no terminal says. */
  gaps: z.number().int().nullable(),
  missed_ms: z.number().int().nullable(),
  /** Longest time from the due (or started) moment to a first sound, ms; null: it was not heard. */
  first_sound_ms: z.number().int().nullable(),
});
export type TaskLogRow = z.output<typeof taskLogRow>;

const filters = z.object({
  q: z.string().max(200).optional(),
  /** Start time, epoch seconds, `to` not included. */
  from: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  to: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  task_type: z.coerce.number().int().optional(),
  audio_source: z.coerce.number().int().optional(),
  /** `on_air`: not ended yet. `incomplete`: ended, and not heard at every terminal. */
  result: z.union([result, z.enum(['on_air', 'incomplete'])]).optional(),
  task_id: idSchema.optional(),
  terminal_id: idSchema.optional(),
});

/** `GET /v1/task_log`: newest first, by key. */
export const taskLogQuery = keyQuery.extend(filters.shape);

/**
 * `GET /v1/task_log/export` with the ticket of `POST /v1/task_log/export/ticket`: the filtered set as CSV.
 * `terminals`: a row per terminal instead of one per run.
 */
export const taskLogExportQuery = filters.extend({ terminals: z.stringbool().default(false) });

/** `GET /v1/task_log/:id/target`: the proof of delivery of each terminal, those that were not heard first. */
export const taskLogTargetQuery = pageQuery.extend({ heard: z.stringbool().optional() });
export const taskLogTarget = broadcastTargetRow;
export type TaskLogTarget = z.output<typeof taskLogTarget>;

/** `values`: what the codes of the column are called; of none in the row, `none`. */
const column = (key: string, cn: string, en: string, kr: string, values?: Words, none?: Texts) => ({
  key,
  label: { cn, en, kr } satisfies Texts,
  values,
  none,
});

/** Columns of the export: fields of the row, times as in spec 9 in the site's time zone. */
export const taskLogColumns = [
  column('task_name', '任务名称', 'Task', '작업 이름'),
  column('start_time', '开始时间', 'Start', '시작 시간'),
  column('end_time', '结束时间', 'End', '종료 시간'),
  column('due_time', '计划时间', 'Due', '예정 시간'),
  column('task_type', '任务类型', 'Task type', '작업 유형', taskTypeWords),
  column('audio_source', '音源', 'Audio source', '음원', audioSourceWords),
  column('operator_code', '操作账号', 'Operator', '조작 계정'),
  column('device_code', '终端编号', 'Terminal', '단말 코드'),
  column('capturer_code', '采集器编号', 'Capturer', '수집기 코드'),
  column('capturer_channel', '采集通道', 'Capturer channel', '수집 채널'),
  column('gpio_code', 'GPIO编号', 'GPIO', 'GPIO 코드'),
  column('result', '结果', 'Result', '결과', runResultWords, runResultWords.on_air),
  column('error', '失败原因', 'Reason', '실패 사유'),
  column('targets', '目标终端数', 'Terminals', '대상 단말 수'),
  column('heard', '已发声终端数', 'Heard at', '발성 단말 수'),
  column('received', '接收包数', 'Packets received', '수신 패킷'),
  column('lost', '丢失包数', 'Packets lost', '손실 패킷'),
  column('late', '迟到包数', 'Packets late', '지연 패킷'),
  column('gaps', '声卡缺失次数', 'Gaps at the card', '카드 누락 횟수'),
  column('missed_ms', '声卡缺失（毫秒）', 'Missed by the card, ms', '카드 누락(ms)'),
  column('first_sound_ms', '首声延迟（毫秒）', 'First sound, ms', '첫 소리 지연(ms)'),
] as const;

/** Columns behind these, with a row per terminal. */
export const taskLogTargetColumns = [
  column('code', '终端编号', 'Terminal code', '단말 코드'),
  column('name', '终端名称', 'Terminal name', '단말 이름'),
  column('first_sound_at', '首声时间', 'First sound', '첫 소리 시간'),
  column('played_s', '播放时长（秒）', 'Played, s', '재생 시간(초)'),
  column('received', '接收包数', 'Received', '수신 패킷'),
  column('lost', '丢失包数', 'Lost', '손실 패킷'),
  column('late', '迟到包数', 'Late', '지연 패킷'),
  column('gaps', '声卡缺失次数', 'Gaps at the card', '카드 누락 횟수'),
  column('missed_ms', '声卡缺失（毫秒）', 'Missed by the card, ms', '카드 누락(ms)'),
  column('why', '未发声原因', 'Why not', '미발성 사유', whyWords),
] as const;
