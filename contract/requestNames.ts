import { z } from 'zod';

const name = z.string().min(1).max(100);

/**
 * In the body of an action that may be taken back: the sender's name for the request, and those of requests that it takes
 * back. One that was taken back and comes later is refused.
 */
export const requestNames = {
  request: name.optional(),
  instead_of: z.array(name).max(20).default([]),
};
const schema = z.object(requestNames);
export type RequestNames = z.output<typeof schema>;
