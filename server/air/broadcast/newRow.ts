import type { BroadcastRow } from './broadcast.table.ts';

/** Defaults that the database would fill in. */
const absent = {
  task_id: null,
  alarm_id: null,
  linkage_task_id: null,
  due_at: null,
  volume: null,
  interval_ms: 0,
  resume_policy: 'live',
  text_content: null,
  stream: null,
  asked: null,
  position_ms: 0,
  anchor_us: null,
  anchor_epoch: null,
  limit_ms: null,
  programme_ms: null,
  operator_code: '',
  device_code: '',
  capturer_code: '',
  capturer_channel: null,
  gpio_code: '',
  exam: false,
  error: null,
  started_by: null,
  ended_at: null,
  end_reason: null,
  rev: 1,
} satisfies Partial<BroadcastRow>;

type Absent = keyof typeof absent;

/** Makes the row of a broadcast before it is stored. */
export const newRow = (
  values: Omit<BroadcastRow, Absent> & Partial<Pick<BroadcastRow, Absent>>,
): BroadcastRow => ({ ...absent, ...values });
