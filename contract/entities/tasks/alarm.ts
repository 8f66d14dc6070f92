import { z } from 'zod';
import { idSchema, pageQuery } from '../../api/envelope.ts';
import type { LogColumn } from '../../api/logColumn.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { alarmCause, alarmEnd, alarmState, alarmStatus, drillMode } from '../../codes.ts';
import { alarmEventKinds, targetState } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';

/**
 * An alarm: one activation of a plan, real or drill, from its first input to its end. While it runs it is a
 * row of the live topic `alarm`; afterwards it is an alarm record.
 */

/** Cause of an alarm. `by` names the user, webhook or sender; `text` is the text of an alert. */
export const alarmOrigin = z.object({
  kind: z.enum(alarmCause).describe(`What started it: ${codes(meaningOf.alarmCause)}.`),
  by: z.string().describe('Name of the person, webhook or sender; empty: by itself.'),
  text: z.string().describe('Text of the alert or the webhook; empty: none.'),
});
export type AlarmOrigin = z.output<typeof alarmOrigin>;

const zoneState = z.object({
  org: z
    .number()
    .int()
    .nullable()
    .describe('Ids of its zones, as far as the caller sees them; null: the whole site.'),
  targets: z.number().int().describe(fieldText.targets),
  sounding: z.number().int().describe(fieldText.sounding),
  sent: z.number().int().describe(fieldText.sent),
  unknown: z.number().int().describe(fieldText.unknown),
  preempted: z.number().int().describe(fieldText.preempted),
  offline: z.number().int().describe(fieldText.offline),
  behind_relay: z.number().int().describe(fieldText.behind_relay),
});
export type AlarmZone = z.output<typeof zoneState>;

/**
 * Live row of the topic `alarm`: each alarm that is not over. Times in epoch milliseconds unless they say otherwise.
 */
export const alarmLive = z.object({
  id: z.number().int(),
  plan_id: z.number().int().nullable(),
  plan_name: z.string(),
  /** Zones of its fire terminal and of its target terminals. */
  org: z.array(z.number().int()).nullable(),
  priority: z.number().int(),
  state: z.enum(alarmState).exclude(['notStarted']),
  drill: z.enum(drillMode),
  origin: alarmOrigin,
  device_id: z.number().int().nullable(),
  device_name: z.string(),
  device_online: z.boolean(),
  /** Name of its relay that is not connected; null: it is online, offline by itself, or there is none. */
  device_relay: z.string().nullable(),
  /** Numbers of all inputs that triggered it, and of those active now. */
  input_nums: z.array(z.number().int()),
  active_inputs: z.array(z.number().int()),
  /**
   * Names of the inputs by number, from the settings of the fire terminal; an unnamed input is shown by its number.
   */
  input_names: z.record(z.string(), z.string()),
  began_at: z.number(),
  /** End of the delay; null: the delay is over. */
  starts_at: z.number().nullable(),
  alarming_at: z.number().nullable(),
  acknowledged_at: z.number().nullable(),
  acknowledged_by: z.string(),
  silenced: z.boolean(),
  /** End of the reset time; null: the reset time is not running. */
  reset_until: z.number().nullable(),
  /**
   * Current step (0: the start), number of later steps, and time of the next automatic step (null: by hand, or none).
   */
  step: z.number().int(),
  step_name: z.string(),
  steps: z.number().int(),
  next_step_name: z.string(),
  next_step_at: z.number().nullable(),
  /** Target terminals by proof of delivery; `silent`: should play and do not, `unknown`: no longer report. */
  targets: z.number().int(),
  sounding: z.number().int(),
  /** Loudspeakers that are sent the sound and report nothing back. */
  sent: z.number().int(),
  unknown: z.number().int(),
  silent: z.number().int(),
  preempted: z.number().int(),
  offline: z.number().int(),
  /** Those whose relay is not connected: nothing is known of them. */
  behind_relay: z.number().int(),
  /** Zones, those with silent terminals first; at most 50. */
  zones: z.array(zoneState),
});
export interface AlarmLive extends z.output<typeof alarmLive>, Record<string, unknown> {}

/**
 * Live row of the topic `alarm_ended`: alarms that began in the last hour and have ended. Times in epoch
 * milliseconds.
 */
export const alarmEnded = alarmLive
  .pick({ id: true, plan_id: true, plan_name: true, org: true, drill: true, began_at: true })
  .extend({ ended_at: z.number() });
export interface AlarmEnded extends z.output<typeof alarmEnded>, Record<string, unknown> {}
export const alarmEventRow = z.object({
  id: z.number().int().describe(fieldText.id),
  at: z.number().describe('Moment, epoch ms.'),
  kind: z.enum(alarmEventKinds).describe(`What happened: ${codes(meaningOf.alarmEvent)}.`),
  by: z.string().describe('Name of the person, webhook or sender; empty: by itself.'),
  peer_addr: z.string().describe(fieldText.peer_addr),
  params: z.record(z.string(), z.union([z.string(), z.number()])).describe(fieldText.params),
});
export type AlarmEventRow = z.output<typeof alarmEventRow>;

/** `GET /v1/alarm_record`: newest first, including running alarms. */
export const alarmRecordRow = z.object({
  id: z.number().int().describe(fieldText.id),
  plan_id: z.number().int().nullable().describe('Id of the alarm plan; null: deleted since.'),
  plan_name: z.string().describe(fieldText.plan_name),
  device_name: z.string().describe('Name of the fire terminal; empty: none.'),
  created_at: z.number().int().describe('Begin, epoch s.'),
  alarming_at: z
    .number()
    .int()
    .nullable()
    .describe('When its delay was over and it began to sound, epoch s; null: it did not.'),
  acknowledged_at: z.number().int().nullable().describe(fieldText.acknowledged_at),
  acknowledged_by: z.string().describe('Name of the person who acknowledged it; empty: nobody.'),
  reset_at: z
    .number()
    .int()
    .nullable()
    .describe('When it ended by a reset or a stop, epoch s; null: not over, or cancelled.'),
  reset_by_user: z.string().describe('Name of the person who ended it; empty: nobody.'),
  ended_how: z
    .enum(alarmEnd)
    .nullable()
    .describe(`How it ended: ${codes(meaningOf.alarmEnd)}; null: it is not over.`),
  status: z.enum(alarmStatus).describe(`Alarm status: ${codes(meaningOf.alarmStatus)}.`),
  state: z.enum(alarmState).describe(`State: ${codes(meaningOf.alarmState)}.`),
  cancelled: z.boolean().describe('Whether it was cancelled during the delay.'),
  drill: z.enum(drillMode).describe(fieldText.drill),
  origin: alarmOrigin.describe('What started it.'),
  input_nums: z.array(z.number().int()).describe(fieldText.input_nums),
  output_nums: z.array(z.number().int()).describe(fieldText.output_nums),
  org: z
    .array(z.number().int())
    .nullable()
    .describe('Ids of its zones, as far as the caller sees them; null: the whole site.'),
  targets: z.number().int().describe(fieldText.targets),
  heard: z.number().int().describe(fieldText.heard),
  behind_relay: z.number().int().describe(fieldText.unheard_behind),
  first_sound_ms: z
    .number()
    .nullable()
    .describe(
      'From the first input or the start to the first sound at any terminal, ms; null: none was heard.',
    ),
  note: z.string().describe(fieldText.note),
  rev: z.number().int().describe(fieldText.rev),
});
export type AlarmRecord = z.output<typeof alarmRecordRow>;

export const alarmRecordQuery = pageQuery.extend({
  plan_id: idSchema.optional().describe('Id of the alarm plan; null: deleted since.'),
  status: z.coerce
    .number()
    .int()
    .min(0)
    .max(1)
    .optional()
    .describe(`Alarm status: ${codes(meaningOf.alarmStatus)}.`),
  drill: z.enum(drillMode).optional().describe(fieldText.drill),
  from: z.coerce
    .number()
    .int()
    .min(0)
    .max(32_503_680_000)
    .optional()
    .describe('Begun at this moment or later, epoch s.'),
  to: z.coerce
    .number()
    .int()
    .min(0)
    .max(32_503_680_000)
    .optional()
    .describe('Begun before this moment, epoch s.'),
});
export const alarmRecordSortable = ['created_at', 'reset_at', 'plan_name', 'device_name'] as const;

export const alarmRecordDetail = alarmRecordRow.extend({
  events: z.array(alarmEventRow).describe('What happened, oldest first.'),
});
export type AlarmRecordDetail = z.output<typeof alarmRecordDetail>;

/** Columns of the export. */
export const alarmRecordColumns: readonly LogColumn<AlarmRecord>[] = [
  { key: 'created_at', label: { cn: '开始时间', en: 'Began', kr: '시작 시각' }, time: true },
  { key: 'alarming_at', label: { cn: '报警时间', en: 'Alarmed', kr: '경보 시각' }, time: true },
  { key: 'plan_name', label: { cn: '报警预案', en: 'Alarm plan', kr: '비상방송 시나리오' } },
  { key: 'device_name', label: { cn: '报警终端', en: 'Alarm terminal', kr: '경보 단말' } },
  { key: 'input_nums', label: { cn: '输入', en: 'Inputs', kr: '입력' } },
  { key: 'output_nums', label: { cn: '输出', en: 'Outputs', kr: '출력' } },
  {
    key: 'drill',
    label: { cn: '演练', en: 'Drill', kr: '훈련' },
    values: {
      none: { cn: '真实报警', en: 'Real', kr: '실제' },
      silent: { cn: '静默演练', en: 'Silent drill', kr: '무음 훈련' },
      chosen: { cn: '指定终端演练', en: 'Drill at chosen terminals', kr: '지정 단말 훈련' },
    },
  },
  {
    key: 'status',
    label: { cn: '报警状态', en: 'Alarm status', kr: '경보 상태' },
    values: { 0: { cn: '启动', en: 'Start', kr: '시작' }, 1: { cn: '停止', en: 'Stop', kr: '정지' } },
  },
  {
    key: 'cancelled',
    label: { cn: '延时中取消', en: 'Cancelled during the delay', kr: '지연 중 취소' },
    values: { true: { cn: '是', en: 'Yes', kr: '예' }, false: { cn: '否', en: 'No', kr: '아니요' } },
  },
  { key: 'acknowledged_at', label: { cn: '确认时间', en: 'Acknowledged', kr: '확인 시각' }, time: true },
  { key: 'acknowledged_by', label: { cn: '确认人', en: 'Acknowledged by', kr: '확인자' } },
  { key: 'reset_at', label: { cn: '结束时间', en: 'Ended', kr: '종료 시각' }, time: true },
  {
    key: 'ended_how',
    label: { cn: '结束方式', en: 'How it ended', kr: '종료 방식' },
    values: {
      reset: { cn: '复位', en: 'Reset', kr: '복구' },
      stop: { cn: '停止', en: 'Stopped', kr: '정지' },
      cancelled: { cn: '延时中取消', en: 'Cancelled during the delay', kr: '지연 중 취소' },
    },
  },
  { key: 'reset_by_user', label: { cn: '结束人', en: 'Ended by', kr: '종료자' } },
  { key: 'targets', label: { cn: '终端数', en: 'Terminals', kr: '단말 수' } },
  { key: 'heard', label: { cn: '已播放终端数', en: 'Terminals heard', kr: '방송된 단말 수' } },
  {
    key: 'behind_relay',
    label: { cn: '中继断线终端数', en: 'Terminals behind a lost relay', kr: '중계기 끊김 단말 수' },
  },
  { key: 'first_sound_ms', label: { cn: '首次发声（毫秒）', en: 'First sound (ms)', kr: '첫 소리(ms)' } },
  { key: 'note', label: { cn: '备注', en: 'Note', kr: '메모' } },
];

/** `PATCH /v1/alarm_record/:id`. */
export const alarmRecordPatch = z.object({
  note: z.string().trim().max(2000).describe(fieldText.note),
  rev: z.number().int().optional().describe(fieldText.rev),
});

/** `GET /v1/alarm_record/:id/target`: terminals that do not play come first. */
export const alarmTargetRow = z.object({
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  code: z.string().describe(fieldText.code),
  name: z.string().describe(fieldText.name),
  org: z
    .number()
    .int()
    .nullable()
    .describe('Ids of its zones, as far as the caller sees them; null: the whole site.'),
  linkage_task: z.string().describe('Name of the linkage task that it belongs to.'),
  state: targetState.describe(`What the terminal does: ${codes(meaningOf.targetState)}.`),
  reason: z
    .object({
      key: z.string().describe(fieldText.key),
      params: z.record(z.string(), z.union([z.string(), z.number()])).describe(fieldText.params),
    })
    .nullable()
    .describe(fieldText.state_reason),
  first_sound_at: z.number().nullable().describe(fieldText.first_sound_at),
  played_ms: z.number().describe(fieldText.played_ms),
  lost: z.number().int().describe(fieldText.lost),
  late: z.number().int().describe(fieldText.late),
  gaps: z.number().int().nullable().describe(fieldText.gaps),
  missed_ms: z.number().int().nullable().describe(fieldText.missed_ms),
});
export type AlarmTarget = z.output<typeof alarmTargetRow>;
