import { z } from 'zod';
import { fieldText } from './fieldText.ts';

const name = z.string().min(1).max(100);

/**
 * In the body of an action that may be taken back: the sender's name for the request, and those of requests that it takes
 * back. One that was taken back and comes later is refused.
 */
export const requestNames = {
  request: name.optional().describe(fieldText.request),
  instead_of: z
    .array(name)
    .max(20)
    .default([])
    .describe('Names of requests that this one takes back; those are refused if they come later.'),
};
const schema = z.object(requestNames);
export type RequestNames = z.output<typeof schema>;
