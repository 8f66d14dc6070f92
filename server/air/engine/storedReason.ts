import type { StateReason } from '../../../contract/entities/terminals/device.ts';

/**
 * Prefix of the stored reason of a terminal that is no longer a target, also after a restart of the server.
 */
const LEFT = 'left:';

/** Parameter that is stored with a reason: the task concerned, the other one that had the terminal, or the relay. */
const stored: Readonly<Record<string, 'by' | 'relay'>> = {
  preempted: 'by',
  waiting: 'by',
  behind_relay: 'relay',
};
const paramOf = (key: string) => stored[key] ?? 'task';

/**
 * Encodes a reason for storage: its key and, after a colon, the task or relay concerned. `left`: it is no longer a
 * target.
 */
export function storedReason(reason: StateReason | null, left: boolean): string | null {
  if (reason === null) return null;
  const name = reason.params[paramOf(reason.key)];
  return `${left ? LEFT : ''}${reason.key}${name === undefined ? '' : `:${name}`}`;
}

/** Decodes a stored reason. */
export function readReason(text: string | null): { reason: StateReason | null; left: boolean } {
  if (text === null) return { reason: null, left: false };
  const left = text.startsWith(LEFT);
  const [key = '', ...name] = text.slice(left ? LEFT.length : 0).split(':');
  const params: StateReason['params'] = name.length === 0 ? {} : { [paramOf(key)]: name.join(':') };
  return { reason: { key: key as StateReason['key'], params }, left };
}
