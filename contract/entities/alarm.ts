import { z } from 'zod';
import { alarmCause, alarmEnd, alarmState, alarmStatus, drillMode } from '../codes.ts';
import { idSchema, pageQuery } from '../envelope.ts';
import type { LogColumn } from '../logs.ts';
import { targetState } from './broadcast.ts';

/**
 * An alarm: one time that a plan was started, real or drill, from its first input to its end. While it runs it is a
 * row of the live topic `alarm`; afterwards it is an alarm record (spec 3).
 */

/** What started it. `by` names the person, webhook or sender; `text` is what an alert said. */
export const alarmOrigin = z.object({
  kind: z.enum(alarmCause),
  by: z.string(),
  text: z.string(),
});
export type AlarmOrigin = z.output<typeof alarmOrigin>;

const zoneState = z.object({
  org: z.number().int().nullable(),
  targets: z.number().int(),
  /** By proof of delivery; `unknown`: played, and do not report any more. */
  sounding: z.number().int(),
  unknown: z.number().int(),
  /** Held back there by something higher: another alarm, the emergency microphone. */
  preempted: z.number().int(),
  offline: z.number().int(),
});
export type AlarmZone = z.output<typeof zoneState>;

/** Live row of the topic `alarm`: each alarm that is not over. Times in epoch milliseconds unless they say otherwise. */
export const alarmLive = z.object({
  id: z.number().int(),
  plan_id: z.number().int().nullable(),
  plan_name: z.string(),
  /** Zones of its fire terminal and of all that it sounds at. */
  org: z.array(z.number().int()).nullable(),
  priority: z.number().int(),
  state: z.enum(alarmState).exclude(['notStarted']),
  drill: z.enum(drillMode),
  origin: alarmOrigin,
  device_id: z.number().int().nullable(),
  device_name: z.string(),
  device_online: z.boolean(),
  /** All inputs that have been active in it, and those that are now. */
  input_nums: z.array(z.number().int()),
  active_inputs: z.array(z.number().int()),
  /** Their names, by number, as the fire terminal has them; empty: by its number. */
  input_names: z.record(z.string(), z.string()),
  began_at: z.number(),
  /** When the delay is over; null: it is. */
  starts_at: z.number().nullable(),
  alarming_at: z.number().nullable(),
  acknowledged_at: z.number().nullable(),
  acknowledged_by: z.string(),
  silenced: z.boolean(),
  /** When the reset time is over; null: it does not run. */
  reset_until: z.number().nullable(),
  /** The step that it has reached: 0 is what comes at once; how many steps follow that; when the next comes by itself (null: by hand, or none). */
  step: z.number().int(),
  step_name: z.string(),
  steps: z.number().int(),
  next_step_name: z.string(),
  next_step_at: z.number().nullable(),
  /** Terminals by what they do, by proof of delivery; `silent` should sound and do not, `unknown` do not report any more. */
  targets: z.number().int(),
  sounding: z.number().int(),
  unknown: z.number().int(),
  silent: z.number().int(),
  preempted: z.number().int(),
  offline: z.number().int(),
  /** Those that do not sound everywhere come first; at most 50. */
  zones: z.array(zoneState),
});
export interface AlarmLive extends z.output<typeof alarmLive>, Record<string, unknown> {}

/** Live row of the topic `alarm_ended`: each alarm that began in the last hour and is over. Times in epoch milliseconds. */
export const alarmEnded = alarmLive
  .pick({ id: true, plan_id: true, plan_name: true, org: true, drill: true, began_at: true })
  .extend({ ended_at: z.number() });
export interface AlarmEnded extends z.output<typeof alarmEnded>, Record<string, unknown> {}

/** What happened in an alarm (its timeline). `key` has its text in the locale section `alarmEvent`, with `params`. */
export const alarmEventKinds = [
  'input_active',
  'input_normal',
  'start',
  'alarming',
  'step',
  'acknowledge',
  'silence',
  'unsilence',
  'stop',
  'reset',
  'cancelled',
  'over',
  'reached',
  'fell_silent',
  'joined',
  'left',
  'message_failed',
  'output_failed',
  'device_lost',
  'device_back',
  'server_restart',
  'note',
] as const;
export const alarmEventRow = z.object({
  id: z.number().int(),
  /** Epoch milliseconds. */
  at: z.number(),
  kind: z.enum(alarmEventKinds),
  /** Name of the person; empty: by itself. */
  by: z.string(),
  peer_addr: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type AlarmEventRow = z.output<typeof alarmEventRow>;
export type AlarmEventKind = AlarmEventRow['kind'];

/** `GET /v1/alarm_record`: newest first; also those that are not over yet. */
export const alarmRecordRow = z.object({
  id: z.number().int(),
  plan_id: z.number().int().nullable(),
  plan_name: z.string(),
  device_name: z.string(),
  /** Epoch seconds, as `reset_at`. */
  created_at: z.number().int(),
  alarming_at: z.number().int().nullable(),
  acknowledged_at: z.number().int().nullable(),
  acknowledged_by: z.string(),
  /** When it ended, by a reset or a stop (`ended_how`), and who ended it; null also for one that was cancelled. */
  reset_at: z.number().int().nullable(),
  reset_by_user: z.string(),
  /** Account that ended it; null: it is not over, or no person ended it. */
  ended_how: z.enum(alarmEnd).nullable(),
  /** Spec 3: 0 start (it runs), 1 stop (it is over). */
  status: z.enum(alarmStatus),
  state: z.enum(alarmState),
  cancelled: z.boolean(),
  drill: z.enum(drillMode),
  origin: alarmOrigin,
  input_nums: z.array(z.number().int()),
  output_nums: z.array(z.number().int()),
  org: z.array(z.number().int()).nullable(),
  /** Terminals that it was to sound at, and at how many it was heard (drill `silent`: was confirmed). */
  targets: z.number().int(),
  heard: z.number().int(),
  /** From the first input or the start to the first sound at any terminal, ms. */
  first_sound_ms: z.number().nullable(),
  note: z.string(),
  rev: z.number().int(),
});
export type AlarmRecord = z.output<typeof alarmRecordRow>;

export const alarmRecordQuery = pageQuery.extend({
  plan_id: idSchema.optional(),
  status: z.coerce.number().int().min(0).max(1).optional(),
  /** `none`: real ones only. */
  drill: z.enum(drillMode).optional(),
  /** Epoch seconds. */
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
});
export const alarmRecordSortable = ['created_at', 'reset_at', 'plan_name', 'device_name'] as const;

export const alarmRecordDetail = alarmRecordRow.extend({ events: z.array(alarmEventRow) });
export type AlarmRecordDetail = z.output<typeof alarmRecordDetail>;

/** Columns of the export. */
export const alarmRecordColumns: readonly LogColumn<AlarmRecord>[] = [
  { key: 'created_at', label: { cn: '开始时间', en: 'Began', kr: '시작 시각' }, time: true },
  { key: 'alarming_at', label: { cn: '报警时间', en: 'Alarmed', kr: '경보 시각' }, time: true },
  { key: 'plan_name', label: { cn: '报警预案', en: 'Alarm plan', kr: '경보 계획' } },
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
      reset: { cn: '复位', en: 'Reset', kr: '복귀' },
      stop: { cn: '停止', en: 'Stopped', kr: '정지' },
      cancelled: { cn: '延时中取消', en: 'Cancelled during the delay', kr: '지연 중 취소' },
    },
  },
  { key: 'reset_by_user', label: { cn: '结束人', en: 'Ended by', kr: '종료자' } },
  { key: 'targets', label: { cn: '终端数', en: 'Terminals', kr: '단말 수' } },
  { key: 'heard', label: { cn: '已播放终端数', en: 'Terminals heard', kr: '방송된 단말 수' } },
  { key: 'first_sound_ms', label: { cn: '首次发声（毫秒）', en: 'First sound (ms)', kr: '첫 소리(ms)' } },
  { key: 'note', label: { cn: '备注', en: 'Note', kr: '메모' } },
];

/** `PATCH /v1/alarm_record/:id`. */
export const alarmRecordPatch = z.object({
  note: z.string().trim().max(2000),
  rev: z.number().int().optional(),
});

/** `GET /v1/alarm_record/:id/target`: what does not sound comes first. */
export const alarmTargetRow = z.object({
  terminal_id: z.number().int(),
  code: z.string(),
  name: z.string(),
  org: z.number().int().nullable(),
  linkage_task: z.string(),
  state: targetState,
  why: z
    .object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** Epoch milliseconds of the first sample that was heard; of a silent drill, of the confirmation. */
  first_sound_at: z.number().nullable(),
  played_ms: z.number(),
  lost: z.number().int(),
  late: z.number().int(),
  /** What the sound card missed: gaps, and their length in all; null: the terminal does not say. */
  gaps: z.number().int().nullable(),
  missed_ms: z.number().int().nullable(),
});
export type AlarmTarget = z.output<typeof alarmTargetRow>;
