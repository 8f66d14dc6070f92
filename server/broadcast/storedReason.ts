import type { Why } from '../../contract/entities/device.ts';

/** Prefix of a stored reason after which a terminal is no target any more, also after a restart of the server. */
const LEFT = 'left:';

/** Reasons whose task is the other one, that had the terminal. */
const byOther = new Set<string>(['preempted', 'waiting']);

/** A reason as it is stored: its key and, behind a colon, the task concerned. `left`: it is no target any more. */
export function storedReason(why: Why | null, left: boolean): string | null {
  if (why === null) return null;
  const task = byOther.has(why.key) ? why.params.by : why.params.task;
  return `${left ? LEFT : ''}${why.key}${task === undefined ? '' : `:${task}`}`;
}

/** A stored reason as it was. */
export function readReason(stored: string | null): { why: Why | null; left: boolean } {
  if (stored === null) return { why: null, left: false };
  const left = stored.startsWith(LEFT);
  const [key = '', ...task] = stored.slice(left ? LEFT.length : 0).split(':');
  const name = byOther.has(key) ? 'by' : 'task';
  const params: Why['params'] = task.length === 0 ? {} : { [name]: task.join(':') };
  return { why: { key: key as Why['key'], params }, left };
}
