import { DrizzleQueryError } from 'drizzle-orm/errors';

/** Causes deeper than this are left out: a chain may lead back to itself. */
const MOST_CAUSES = 5;

/** An error and its causes, outermost first. */
export function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < MOST_CAUSES; one = one.cause) chain.push(one);
  return chain;
}

/** Code of an error: the SQLSTATE of PostgreSQL, or that of the system. */
export const codeOf = (error: Error) => (error as { code?: unknown }).code;

/** The statement of a failed query, without its parameters; undefined: another error. */
export const queryOf = (error: Error) => (error instanceof DrizzleQueryError ? error.query : undefined);

/** Of the network between server and database. */
const linkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Classes of SQLSTATE: connection, resources (disk full), operator intervention (shutdown), system (input, output). */
const outageClasses = /^(08|53|57|58)[0-9A-Z]{3}$/;
/** The words of `pg` for what has no code. */
const outageWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Tells whether an error means that the database is away or cannot work at all, and not that it refused something. */
export function isOutage(error: unknown): boolean {
  return chainOf(error).some((one) => {
    const code = codeOf(one);
    return linkErrors.has(String(code)) || outageClasses.test(String(code)) || outageWords.test(one.message);
  });
}
