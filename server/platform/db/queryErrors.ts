import { DrizzleQueryError } from 'drizzle-orm/errors';

/** Limit of the depth of causes: a chain may be circular. */
const MOST_CAUSES = 5;

/** An error and its causes, outermost first. */
export function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < MOST_CAUSES; one = one.cause) chain.push(one);
  return chain;
}

/** Code of an error: an SQLSTATE of PostgreSQL, or a system error code. */
export const codeOf = (error: Error) => (error as { code?: unknown }).code;

/** SQL of a failed query, without its parameters; undefined for other errors. */
export const queryOf = (error: Error) => (error instanceof DrizzleQueryError ? error.query : undefined);

/** Network error codes between server and database. */
const linkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/**
 * SQLSTATE classes of outages: connection, resources (disk full), operator intervention (shutdown), system
 * (I/O).
 */
const outageClasses = /^(08|53|57|58)[0-9A-Z]{3}$/;
/** Messages of `pg` for outages without a code. */
const outageWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** SQLSTATE class of internal errors: among them damaged pages and indexes. */
const damageClass = /^XX[0-9A-Z]{3}$/;

/** Tells if an error means that a database that answers cannot read its own files. */
export function isDamage(error: unknown): boolean {
  return chainOf(error).some((one) => damageClass.test(String(codeOf(one))));
}

/** Tells if a write was refused because the database is read-only, as one that stands in for it is. */
export function isReadOnly(error: unknown): boolean {
  return chainOf(error).some((one) => codeOf(one) === '25006');
}

/** Reason of a failure for an administrator: of a query in the database's own words, without its SQL. */
export function reasonOf(error: unknown): string {
  const own = chainOf(error).find((one) => !(one instanceof DrizzleQueryError));
  return own?.message ?? String(error);
}

/**
 * Tells if an error means that the database is away or cannot work at all, rather than refusing a statement.
 */
export function isOutage(error: unknown): boolean {
  return chainOf(error).some((one) => {
    const code = codeOf(one);
    return linkErrors.has(String(code)) || outageClasses.test(String(code)) || outageWords.test(one.message);
  });
}
