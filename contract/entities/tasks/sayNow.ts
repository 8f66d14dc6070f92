import { z } from 'zod';
import { audioSource } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { ruleMessage } from '../../rules/ruleMessage.ts';
import { type StartRealTimeTask, startRealTimeTask } from './broadcast.ts';

const { shape } = startRealTimeTask;

/**
 * `POST /v1/task/say`: words that are spoken at once (task type 6). The name is optional: without one it is the
 * beginning of the words.
 */
export const sayNow = z
  .object({
    textContent: shape.textContent
      .unwrap()
      .min(1, ruleMessage('rules.required', { field: 'field.text' }))
      .describe(fieldText.textContent),
    name: z.string().trim().max(50).default('').describe('Name; empty: the beginning of the words.'),
    voiceName: shape.voiceName,
    voiceSpeed: shape.voiceSpeed,
    chime_before: shape.chime_before,
    chime_after: shape.chime_after,
    devices: shape.devices,
    orgs: shape.orgs,
    groups: shape.groups,
    priority: shape.priority,
    volume: shape.volume,
    busy_policy: shape.busy_policy,
    wait_s: shape.wait_s,
  })
  .refine((say) => say.devices.length + say.orgs.length + say.groups.length > 0, {
    path: ['devices'],
    error: 'rules.selectDevice',
  });
export type SayNow = z.output<typeof sayNow>;

/** Most characters of a name. */
const NAME_LENGTH = 50;

/** The real-time task that speaks these words once. */
export function spokenTask(say: SayNow): StartRealTimeTask {
  const words = say.textContent.replace(/\s+/g, ' ');
  const name = say.name || [...words].slice(0, NAME_LENGTH).join('').trim();
  return startRealTimeTask.parse({ ...say, name, audio_source: audioSource.ttsText });
}
