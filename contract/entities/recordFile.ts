import { z } from 'zod';
import { recordType } from '../codes.ts';
import { idSchema, keyQuery } from '../envelope.ts';
import type { LogColumn } from '../logs.ts';

/** A recording (spec 3): the sound of one broadcast, or of both ways of a call, as it was sent; at most an hour. */
export const recordFileRow = z.object({
  id: z.number().int(),
  recordType: z.enum(recordType),
  /** What was on the air, as its row said it. */
  name: z.string(),
  /** Who spoke or what began it; the id is that of a terminal, null for a person at the console. */
  callerName: z.string(),
  callerId: z.number().int().nullable(),
  /** Where it was to be heard: a terminal, else the names of zones. */
  calleeName: z.string(),
  calleeId: z.number().int().nullable(),
  /** Epoch seconds of its first sound; `began_at` the same in ms. */
  createdAt: z.number().int(),
  began_at: z.number(),
  /** Length, ms; null: it is being recorded. */
  duration_ms: z.number().nullable(),
  size: z.number().nullable(),
  /** 2: a call, the caller on the left, who was called on the right. */
  channels: z.number().int(),
  /** The emergency microphone or an all-call (design 8). */
  emergency: z.boolean(),
  /** The alarm that it belongs to, and the broadcast (of a call: one of its two). */
  alarm_id: z.number().int().nullable(),
  broadcast_id: z.number().int().nullable(),
  /** Packets of 20 ms that the disk was too slow for: silence stands in their place. */
  lost: z.number().int(),
  /** Zones of everybody in it; null: of the whole site. */
  org: z.array(z.number().int()).nullable(),
});
export type RecordFile = z.output<typeof recordFileRow>;

/** Live: that a recording has begun (`rev` 0) or ended (1), for whoever looks at the list. */
export interface RecordFileNews {
  id: number;
  org: readonly number[] | null;
  rev: number;
}
/** The id of the live row whose `rev` counts how often recordings were deleted. */
export const recordingsGone = 0;

/** `GET /v1/record_file`: newest first, by key. */
export const recordFileQuery = keyQuery.extend({
  /** In the names of it. */
  q: z.string().max(200).optional(),
  recordType: z.enum(recordType).optional(),
  /** Begun at or after, and before; epoch seconds. */
  from: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  to: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  /** The name of who spoke, or of who was called. */
  who: z.string().max(200).optional(),
  /** What an alarm sounded, and what was said over it while it ran by the emergency microphone. */
  alarm_id: idSchema.optional(),
});
export type RecordFileQuery = z.output<typeof recordFileQuery>;

/** `GET /v1/record_file/:id/waveform`: the greatest level of each stretch of equal length, 0–100. */
export const waveformValue = z.object({ peaks: z.array(z.number().int()) });
/** Stretches of a waveform at most. */
export const WAVEFORM_POINTS = 400;

const types: Record<string, { cn: string; en: string; kr: string }> = {
  page: { cn: '喊话', en: 'Page', kr: '안내 방송' },
  call: { cn: '通话', en: 'Call', kr: '통화' },
  alarm: { cn: '报警', en: 'Alarm', kr: '경보' },
  capturer: { cn: '采集任务', en: 'Capturer task', kr: '수집 작업' },
};
/** Columns of the export. */
export const recordFileColumns: readonly LogColumn<RecordFile>[] = [
  { key: 'createdAt', label: { cn: '开始时间', en: 'Began', kr: '시작 시각' }, time: true },
  { key: 'recordType', label: { cn: '类型', en: 'Type', kr: '유형' }, values: types },
  { key: 'name', label: { cn: '名称', en: 'Name', kr: '이름' } },
  { key: 'callerName', label: { cn: '主叫', en: 'From', kr: '발신' } },
  { key: 'calleeName', label: { cn: '被叫', en: 'To', kr: '수신' } },
  { key: 'duration_ms', label: { cn: '时长（毫秒）', en: 'Length (ms)', kr: '길이(ms)' } },
  { key: 'size', label: { cn: '大小（字节）', en: 'Size (bytes)', kr: '크기(바이트)' } },
  { key: 'lost', label: { cn: '丢失包数', en: 'Lost packets', kr: '손실 패킷' } },
];
