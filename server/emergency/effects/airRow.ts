import { randomInt } from 'node:crypto';
import { audioSource, loopMode, playOrder, taskType } from '../../../contract/codes.ts';
import type { BroadcastRow } from '../../broadcast/runningBroadcast.ts';
import type { BroadcastItem } from '../../db/schema.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';

/** The broadcast by which an alarm plays a linkage task, as it is stored first. `now`: wall time, ms. */
export function airRow(
  { id: alarm_id, row: alarm }: RunningAlarm,
  task: LinkageTaskRow,
  { id, items, now }: { id: number; items: BroadcastItem[]; now: number },
): BroadcastRow {
  return {
    id,
    task_id: null,
    alarm_id,
    linkage_task_id: task.id,
    due_at: null,
    task_type: taskType.alarm,
    name: `${alarm.plan_name} · ${task.name}`,
    audio_source: items.length === 0 ? audioSource.none : task.audio_source,
    priority: alarm.priority,
    volume: task.volume,
    play_order: playOrder.sequential,
    loop: loopMode.listLoop,
    interval_ms: Math.round(task.interval_time * 1000),
    resume_policy: 'live',
    seed: randomInt(2 ** 31),
    items,
    text_content: null,
    stream: null,
    asked: null,
    state: 'playing',
    position_ms: 0,
    anchor_at: now,
    limit_ms: null,
    programme_ms: null,
    operator_code: '',
    device_code: alarm.device_code,
    capturer_code: '',
    capturer_channel: null,
    gpio_code: '',
    error: null,
    started_by: null,
    started_at: Math.floor(now / 1000),
    started_ms: Math.round(now),
    ended_at: null,
    end_reason: null,
    rev: 1,
  };
}
