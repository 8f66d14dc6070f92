import { z } from 'zod';
import type { IntegrationRow } from '../integration.repository.ts';

/** Command of another system (docs/protocols/integrations.md#mqtt). */
export type MqttCommand =
  | { to: 'plan'; action: 'start' | 'stop' | 'reset' }
  | { to: 'siren'; zone: number; order: SirenOrder }
  | { to: 'say'; zone: number; text: string }
  | { to: 'zone'; zone: number }
  | { to: 'task'; task: number; action: 'start' | 'stop' };

/** Longest command in bytes, and the longest text that is spoken. */
const MAX_BYTES = 20;
const MAX_SIREN_BYTES = 1_000;
const MAX_SAY_BYTES = 5_000;

/** Command of a siren as Home Assistant sends it, or only its state. */
const sirenOrder = z.object({
  state: z.enum(['ON', 'OFF']),
  tone: z.string().optional(),
  duration: z.number().min(0).max(86_400).optional(),
  volume_level: z.number().min(0).max(1).optional(),
});
export type SirenOrder = z.output<typeof sirenOrder>;

type Owner = Pick<IntegrationRow, 'alarm_plan' | 'zone_controls'>;

/** Finds what a topic below the root commands, with the longest command; null: no command of this integration. */
function targetOf(below: string, { alarm_plan, zone_controls }: Owner) {
  if (alarm_plan !== null && below === `plan/${alarm_plan}/set`)
    return { to: 'plan', zone: 0, task: 0, maxBytes: MAX_BYTES } as const;
  const [, zoneText, rest = ''] = /^zone\/(\d{1,10})\/(.+)$/.exec(below) ?? [];
  const zone = Number(zoneText);
  const own = zone_controls.filter((one) => one.zone === zone);
  if (own.length === 0) return null;
  if (rest === 'say') return { to: 'say', zone, task: 0, maxBytes: MAX_SAY_BYTES } as const;
  if (rest === 'stop') return { to: 'zone', zone, task: 0, maxBytes: MAX_BYTES } as const;
  if (rest === 'siren/set' && own.some(({ file }) => file !== null))
    return { to: 'siren', zone, task: 0, maxBytes: MAX_SIREN_BYTES } as const;
  const task = own.find(({ scheduled_task: id }) => id !== null && rest === `task/${id}/set`);
  return task === undefined
    ? null
    : ({ to: 'task', zone, task: task.scheduled_task ?? 0, maxBytes: MAX_BYTES } as const);
}

/**
 * Reads a message as a command.
 *
 * @param below topic below the root of the integration
 * @returns a text: why it is ignored, for the log; null: the topic takes no commands
 */
export function readCommand(below: string, body: Buffer, owner: Owner): MqttCommand | string | null {
  const target = targetOf(below, owner);
  if (target === null) return null;
  const { to, zone, task, maxBytes } = target;
  if (body.length > maxBytes) return `longer than ${maxBytes} bytes`;
  const text = body.toString('utf8').trim();
  const unknown = 'not known';
  switch (to) {
    case 'plan':
      return text === 'start' || text === 'stop' || text === 'reset' ? { to, action: text } : unknown;
    case 'task':
      return text === 'start' || text === 'stop' ? { to, task, action: text } : unknown;
    case 'zone':
      return text === 'stop' ? { to, zone } : unknown;
    case 'say':
      return text === '' ? 'empty' : { to, zone, text };
    case 'siren': {
      const order = sirenOrder.safeParse(text === 'ON' || text === 'OFF' ? { state: text } : jsonOf(text));
      return order.success ? { to, zone, order: order.data } : unknown;
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
