import { randomInt } from 'node:crypto';
import { audioSource, loopMode, playOrder, taskType } from '../../../../contract/codes.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import { beginsNow } from '../../broadcast/beginsNow.ts';
import type { BroadcastRow } from '../../broadcast/broadcast.table.ts';
import { newRow } from '../../broadcast/newRow.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';

/** Makes the row of the broadcast by which an alarm plays a linkage task. @param now wall time, ms */
export function airRow(
  { id: alarm_id, row: alarm }: RunningAlarm,
  task: LinkageTaskRow,
  { id, items, now }: { id: number; items: BroadcastItem[]; now: number },
): BroadcastRow {
  return newRow({
    id,
    alarm_id,
    linkage_task_id: task.id,
    task_type: taskType.alarm,
    name: `${alarm.plan_name} · ${task.name}`,
    audio_source: items.length === 0 ? audioSource.none : task.audio_source,
    priority: alarm.priority,
    volume: task.volume,
    play_order: playOrder.sequential,
    loop: loopMode.listLoop,
    interval_ms: Math.round(task.interval_time * 1000),
    seed: randomInt(2 ** 31),
    items,
    ...beginsNow(now, { accountId: null, code: alarm.device_code }),
  });
}
