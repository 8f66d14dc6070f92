import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { firstStep } from '../../fieldCodes.ts';

/** `GET /v1/first_steps`: what a new site still needs, read from what it has now. */
export const firstSteps = z.object({
  steps: z
    .array(
      z.object({
        key: firstStep.describe(`Step: ${codes(meaningOf.firstStep)}.`),
        done: z.boolean().describe('Whether the site has it now.'),
      }),
    )
    .describe('The steps, in the order in which they are usually taken.'),
  hosts: z
    .array(z.string())
    .describe(
      'Addresses of the machine of the server in its networks, for devices that cannot use its name.',
    ),
});
export type FirstSteps = z.output<typeof firstSteps>;
