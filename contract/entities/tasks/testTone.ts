import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** `POST /v1/task/test_tone`: loudspeakers at which an audible tone is played once. */
export const testTone = z.object({
  devices: z.array(idSchema).min(1, { error: 'rules.selectDevice' }).max(20_000).describe(fieldText.devices),
});
export type TestTone = z.output<typeof testTone>;
