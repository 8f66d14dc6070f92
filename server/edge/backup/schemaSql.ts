import { readFileSync } from 'node:fs';
import { formerSteps, schemaSteps } from '../../platform/db/schemaSteps.ts';

/**
 * SQL statements that create the tables of a database that has run these migrations, for PostgreSQL's own
 * tools.
 */
export function schemaSql(whens: readonly number[]): string {
  const run = (step: { when: number }) => whens.includes(step.when);
  const steps = schemaSteps().filter(run);
  // A database within the former migrations has not reached the first state.
  return (steps.length > 0 ? steps : formerSteps().filter(run))
    .map(({ tag, path }) => `-- ${tag}\n${readFileSync(path, 'utf8')}\n`)
    .join('\n');
}
