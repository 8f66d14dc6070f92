import { taskType } from '../../../../contract/codes.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { CallLive } from '../../../../contract/protocol/call.ts';

/** Targets of a speaking call station, and the start (epoch seconds). */
export interface Speech {
  kind: 'page' | 'call';
  /** Number of terminals at which a page sounds, of all; or the other party of a call. */
  sounding: number;
  targets: number;
  peer: string;
  since: number;
}

/** Current speech of a station: its call, else its page; null: none. */
export function speechOf(
  station: { id: number; name: string; dev_name2: string },
  calls: Iterable<CallLive>,
  tasks: Iterable<BroadcastLive>,
): Speech | null {
  for (const call of calls) {
    const isCaller = call.caller === station.id;
    if (!isCaller && !call.callees.includes(station.id)) continue;
    const peer = isCaller ? call.callee_name : call.caller_name;
    return { kind: 'call', sounding: 0, targets: 1, peer, since: call.answered_at ?? call.since };
  }
  for (const task of tasks) {
    if (task.task_type !== taskType.casterShout || task.started_by !== (station.dev_name2 || station.name))
      continue;
    const { sounding, targets, started_at } = task;
    return { kind: 'page', sounding, targets, peer: '', since: started_at };
  }
  return null;
}
