import { z } from 'zod';
import { idSchema, keyQuery } from '../../api/envelope.ts';
import type { LogColumn } from '../../api/logColumn.ts';
import { recordType } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** A recording: the audio of one broadcast, or of both sides of a call, as sent; at most an hour. */
export const recordFileRow = z.object({
  id: z.number().int().describe(fieldText.id),
  recordType: z.enum(recordType).describe(fieldText.recordType),
  name: z.string().describe(fieldText.name),
  callerName: z.string().describe('Person or terminal that spoke, or what started it.'),
  callerId: z
    .number()
    .int()
    .nullable()
    .describe('Id of the terminal that spoke; null: a person at the console.'),
  calleeName: z.string().describe('Where it was to be heard: a terminal, or names of zones.'),
  calleeId: z.number().int().nullable().describe('Id of the terminal that was called; null: zones.'),
  createdAt: z.number().int().describe('First sound, epoch s.'),
  began_at: z.number().describe('Begin, epoch ms.'),
  duration_ms: z.number().nullable().describe('Length, ms; null: it is being recorded.'),
  size: z.number().nullable().describe('Size, bytes; null: it is being recorded.'),
  channels: z.number().int().describe('Number of channels; 2: a call, the caller on the left.'),
  emergency: z.boolean().describe('Whether it was the emergency microphone or an all-call.'),
  alarm_id: z.number().int().nullable().describe('Id of the alarm that it belongs to; null: none.'),
  broadcast_id: z
    .number()
    .int()
    .nullable()
    .describe('Id of the broadcast (of a call: one of its two); null: none.'),
  lost: z
    .number()
    .int()
    .describe('Packets of 20 ms that the disk was too slow for; they are replaced by silence.'),
  cut_off: z.boolean().describe('A crash of the server or a failed disk ended it early.'),
  org: z
    .array(z.number().int())
    .nullable()
    .describe('Ids of the zones of everybody in it; null: the whole site.'),
});
export type RecordFile = z.output<typeof recordFileRow>;

/** Live row that tells open lists that a recording has begun (`rev` 0) or ended (1). */
export interface RecordFileChange {
  id: number;
  org: readonly number[] | null;
  rev: number;
}
/** Id of the live row whose `rev` counts deletions of recordings. */
export const recordingsGone = 0;

/** `GET /v1/record_file`: newest first, by key. */
export const recordFileQuery = keyQuery.extend({
  q: z.string().max(200).optional().describe('Search text in the names.'),
  recordType: z.enum(recordType).optional().describe(fieldText.recordType),
  from: z.coerce.number().int().min(0).max(32_503_680_000).optional().describe(fieldText.from),
  to: z.coerce.number().int().min(0).max(32_503_680_000).optional().describe(fieldText.to),
  who: z.string().max(200).optional().describe('Name of a person or terminal that spoke or was called.'),
  alarm_id: idSchema.optional().describe('Id of the alarm that it belongs to; null: none.'),
});
export type RecordFileQuery = z.output<typeof recordFileQuery>;

/** `GET /v1/record_file/:id/waveform`: the greatest level of each stretch of equal length, 0–100. */
export const waveformValue = z.object({
  peaks: z
    .array(z.number().int())
    .describe('Greatest level of each stretch of equal length, 0-100; at most 400 of them.'),
});
/** Maximum number of points of a waveform. */
export const WAVEFORM_POINTS = 400;

const types: Record<string, { cn: string; en: string; kr: string }> = {
  page: { cn: '讲话', en: 'Page', kr: '안내 방송' },
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
  { key: 'callerId', label: { cn: '主叫 ID', en: 'From id', kr: '발신 ID' } },
  { key: 'calleeName', label: { cn: '被叫', en: 'To', kr: '수신' } },
  { key: 'calleeId', label: { cn: '被叫 ID', en: 'To id', kr: '수신 ID' } },
  { key: 'duration_ms', label: { cn: '时长（毫秒）', en: 'Length (ms)', kr: '길이(ms)' } },
  { key: 'size', label: { cn: '大小（字节）', en: 'Size (bytes)', kr: '크기(바이트)' } },
  { key: 'lost', label: { cn: '丢失包数', en: 'Lost packets', kr: '손실 패킷' } },
];
