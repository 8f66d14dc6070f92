import { pino } from 'pino';
import { chainOf, codeOf, queryOf } from '../db/queryErrors.ts';

const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

/**
 * Serialises an error for the log. A failed query is logged without its parameters and without the row that
 * PostgreSQL names, since these hold user input such as names and password hashes.
 */
export function errorForLog(error: Error): object {
  const chain = chainOf(error);
  if (chain.every((one) => queryOf(one) === undefined)) return pino.stdSerializers.err(error);
  return {
    type: error.constructor.name,
    message: chain
      .map((one) => {
        const query = queryOf(one);
        return query === undefined ? one.message : `Failed query: ${query}`;
      })
      .join(': '),
    code: chain.map(codeOf).find((code) => code !== undefined),
    stack: chain.map(framesOf).join('\ncaused by:\n'),
  };
}

/**
 * Limits log lines of an outage to one per second and counts the others: a database that is away fails every
 * query. Returns null for a line that is left out, else the number left out before it.
 *
 * @param now monotonic clock, ms
 */
export function createOutageGate(now: () => number, everyMs = 1_000): () => number | null {
  let open = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return () => {
    if (now() < open) {
      leftOut += 1;
      return null;
    }
    open = now() + everyMs;
    const before = leftOut;
    leftOut = 0;
    return before;
  };
}
