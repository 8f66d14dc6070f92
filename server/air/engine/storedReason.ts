import type { StateReason } from '../../../contract/entities/terminals/device.ts';

/**
 * Prefix of the stored reason of a terminal that is no longer a target, also after a restart of the server.
 */
const LEFT = 'left:';

/** Reasons whose `by` parameter names the other task, which had the terminal. */
const byOther = new Set<string>(['preempted', 'waiting']);

/**
 * Encodes a reason for storage: its key and, after a colon, the task concerned. `left`: it is no longer a
 * target.
 */
export function storedReason(reason: StateReason | null, left: boolean): string | null {
  if (reason === null) return null;
  const task = byOther.has(reason.key) ? reason.params.by : reason.params.task;
  return `${left ? LEFT : ''}${reason.key}${task === undefined ? '' : `:${task}`}`;
}

/** Decodes a stored reason. */
export function readReason(stored: string | null): { reason: StateReason | null; left: boolean } {
  if (stored === null) return { reason: null, left: false };
  const left = stored.startsWith(LEFT);
  const [key = '', ...task] = stored.slice(left ? LEFT.length : 0).split(':');
  const name = byOther.has(key) ? 'by' : 'task';
  const params: StateReason['params'] = task.length === 0 ? {} : { [name]: task.join(':') };
  return { reason: { key: key as StateReason['key'], params }, left };
}
