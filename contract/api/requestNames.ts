import { z } from 'zod';
import { fieldText } from '../rules/fieldText.ts';

const name = z.string().min(1).max(100);

/**
 * Fields in the body of an action that can be withdrawn: the sender's id of the request, and the ids of requests that
 * it withdraws. A withdrawn request that arrives later is refused.
 */
export const requestNames = {
  request: name.optional().describe(fieldText.request),
  instead_of: z
    .array(name)
    .max(20)
    .default([])
    .describe('Names of requests that this one cancels; they are refused if they arrive later.'),
};
const schema = z.object(requestNames);
export type RequestNames = z.output<typeof schema>;
