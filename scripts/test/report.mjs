/**
 * Report of one run of a test tool, as `npm test` reads it: `{ passed, failed, skipped, failures: [{ name, message }] }`.
 * A failure outside any test (a file that does not load, a hook, an error that nobody handles) counts as one that failed.
 */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Lines of a message that are kept: enough for what was expected, and where. */
const LINES = 30;

export class Report {
  passed = 0;
  failed = 0;
  skipped = 0;
  failures = [];

  /** Counts one failure. `errors`: objects with `stack` or `message`, as both tools give them. */
  fail(name, errors = []) {
    this.failed += 1;
    const message = errors.map((error) => describe(error)).join('\n');
    this.failures.push({ name, message });
  }

  /** Writes the report to the file that `npm test` names; without one (a tool run by itself) nothing is written. */
  write() {
    const file = process.env.TOCSIN_TEST_REPORT;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this));
  }
}

function describe({ message = '', stack = '', diff = '' }) {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !/node_modules|node:/.test(line));
  return stripVTControlCharacters([message, diff, ...frames].filter(Boolean).join('\n'))
    .split('\n')
    .slice(0, LINES)
    .join('\n');
}
