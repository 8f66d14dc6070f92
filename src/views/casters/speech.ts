import type { CallLive } from '../../../contract/call.ts';
import { taskType } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/broadcast.ts';

/** Whom a call station speaks to, and since when (epoch seconds). */
export interface Speech {
  kind: 'page' | 'call';
  /** Of a page: how many terminals it sounds at, of how many; of a call: the other one. */
  sounding: number;
  targets: number;
  peer: string;
  since: number;
}

/** What a station says now: its call, else its page; null: nothing. */
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
