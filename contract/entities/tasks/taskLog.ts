import { z } from 'zod';
import { idSchema, keyQuery, pageQuery } from '../../api/envelope.ts';
import {
  audioSourceWords,
  reasonWords,
  runResultWords,
  taskTypeWords,
  type Words,
} from '../../api/exportWords.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { runResult } from '../../codes.ts';
import type { Texts } from '../../language.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { broadcastTargetRow } from './broadcast.ts';

/**
 * Result of a run; null while it plays. `missed`: the server was down when it was due; `failed`: it could not be
 * started, with the reason in `error`; `done`: a control task was carried out; `offline`: the server was down, and
 * terminals played the run on their own.
 */
const result = z.enum(runResult);

/** Row of the task log: a run of a task of any kind, with the totals of its proofs of delivery. */
export const taskLogRow = z.object({
  id: z.number().int().describe(fieldText.id),
  task_name: z.string().describe('Name of the task.'),
  start_time: z.number().int().describe('Start, epoch s.'),
  end_time: z.number().int().nullable().describe('End, epoch s; null: on the air.'),
  due_time: z
    .number()
    .int()
    .nullable()
    .describe('When the schedule was to start it, epoch s; null: by hand.'),
  task_type: z.number().int().describe(fieldText.task_type),
  audio_source: z.number().int().describe(fieldText.audio_source),
  operator_code: z.string().describe('Login name of the person who started it; empty: the schedule.'),
  device_code: z.string().describe('Code of the terminal that started it (a caster); empty: none.'),
  capturer_code: z.string().describe('Code of its capturer; empty: none.'),
  capturer_channel: z.number().int().nullable().describe(fieldText.capturer_channel),
  gpio_code: z.string().describe('GPIO input that started it; empty: none.'),
  task_id: z.number().int().nullable().describe('Id of the saved task; null: none, or deleted since.'),
  result: result.nullable().describe(`How it ended: ${codes(meaningOf.runResult)}; null: on the air.`),
  error: z.string().describe('Why it failed, in the language of the request; empty: it did not.'),
  targets: z.number().int().describe(fieldText.targets),
  heard: z.number().int().describe(fieldText.heard),
  behind_relay: z.number().int().describe(fieldText.unheard_behind),
  received: z.number().int().describe(fieldText.received),
  lost: z.number().int().describe(fieldText.lost),
  late: z.number().int().describe(fieldText.late),
  gaps: z.number().int().nullable().describe(fieldText.gaps),
  missed_ms: z.number().int().nullable().describe(fieldText.missed_ms),
  first_sound_ms: z
    .number()
    .int()
    .nullable()
    .describe('Longest time from the due (or started) moment to a first sound, ms; null: none was heard.'),
});
export type TaskLogRow = z.output<typeof taskLogRow>;

const filters = z.object({
  q: z.string().max(200).optional().describe(fieldText.q),
  from: z.coerce
    .number()
    .int()
    .min(0)
    .max(32_503_680_000)
    .optional()
    .describe('Started at this moment or later, epoch s.'),
  to: z.coerce
    .number()
    .int()
    .min(0)
    .max(32_503_680_000)
    .optional()
    .describe('Started before this moment, epoch s.'),
  task_type: z.coerce.number().int().optional().describe(fieldText.task_type),
  audio_source: z.coerce.number().int().optional().describe(fieldText.audio_source),
  result: z
    .union([result, z.enum(['on_air', 'incomplete'])])
    .optional()
    .describe(
      `Only this result: ${codes(meaningOf.runResult)}; \`on_air\` not ended yet; \`incomplete\` ended and not heard at every terminal, except those whose relay was lost.`,
    ),
  task_id: idSchema.optional().describe('Id of the saved task; null: none, or deleted since.'),
  terminal_id: idSchema.optional().describe(fieldText.terminal_id),
});

/** `GET /v1/task_log/summary`: ended runs that began at `from` or later. */
export const taskLogSummaryQuery = filters.pick({ from: true }).required();
export const taskLogSummary = z.object({
  runs: z.number().int().describe('Runs that have ended, without missed and failed ones.'),
  incomplete: z
    .number()
    .int()
    .describe('Those of them that were not heard at every terminal, except those whose relay was lost.'),
  missed: z.number().int().describe('Runs that were missed, because the server was down.'),
  failed: z.number().int().describe('Runs that could not be started.'),
});
export type TaskLogSummary = z.output<typeof taskLogSummary>;

/** `GET /v1/task_log`: newest first, by key. */
export const taskLogQuery = keyQuery.extend(filters.shape);

/**
 * `GET /v1/task_log/export` with the ticket of `POST /v1/task_log/export/ticket`: the filtered set as CSV.
 * `terminals`: a row per terminal instead of one per run.
 */
export const taskLogExportQuery = filters.extend({
  terminals: z.stringbool().default(false).describe('A row per terminal instead of one per run.'),
});

/** `GET /v1/task_log/:id/target`: the proof of delivery of each terminal, terminals that were not heard first. */
export const taskLogTargetQuery = pageQuery.extend({
  heard: z
    .stringbool()
    .optional()
    .describe('Only terminals at which it was heard (true) or was not (false).'),
});
export const taskLogTarget = broadcastTargetRow;
export type TaskLogTarget = z.output<typeof taskLogTarget>;

/** Column of the export. `values`: labels of its codes; `none`: label of an empty value. */
const column = (key: string, cn: string, en: string, kr: string, values?: Words, none?: Texts) => ({
  key,
  label: { cn, en, kr } satisfies Texts,
  values,
  none,
});

/** Columns of the export: fields of the row, times as YYYY-MM-DD HH:mm:ss in the site's time zone. */
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
  column('behind_relay', '中继断线终端数', 'Terminals behind a lost relay', '중계기 끊김 단말 수'),
  column('received', '接收包数', 'Packets received', '수신 패킷'),
  column('lost', '丢失包数', 'Packets lost', '손실 패킷'),
  column('late', '迟到包数', 'Packets late', '지연 패킷'),
  column('gaps', '声卡缺失次数', 'Gaps at the card', '카드 누락 횟수'),
  column('missed_ms', '声卡缺失（毫秒）', 'Missed by the card, ms', '카드 누락(ms)'),
  column('first_sound_ms', '首声延迟（毫秒）', 'First sound, ms', '첫 소리 지연(ms)'),
] as const;

/** Further columns of the export with a row per terminal. */
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
  column('reason', '未发声原因', 'Why not', '미발성 사유', reasonWords),
] as const;
