import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { isOutage } from '../../server/platform/db/queryErrors.ts';
import { createLog } from '../../server/platform/process/log.ts';
import { createOutageGate } from '../../server/platform/process/logErrors.ts';

/** Log with the lines that it wrote. */
function setup() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
const withCode = (message: string, code: string, more = {}) =>
  Object.assign(new Error(message), { code, ...more });
const failed = (cause: Error) =>
  new DrizzleQueryError('update account set name = $1 where id = $2', ['Kim Minsu', 7], cause);

test('a failed query is logged without parameters, at any depth, and without the refused row', () => {
  const { log, lines } = setup();
  const refusal = withCode('duplicate key value violates unique constraint "account_name"', '23505', {
    detail: 'Key (name)=(Kim Minsu) already exists.',
  });
  log.error({ err: failed(refusal) }, 'plain');
  log.child({ req: 1 }).error({ err: new Error('could not store', { cause: failed(refusal) }) }, 'wrapped');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(JSON.stringify(line)).not.toContain('Kim');
    expect(JSON.stringify(line)).toContain('update account set name = $1');
    expect(line.err).toMatchObject({ code: '23505', stack: expect.stringContaining('    at ') });
  }
});

test('an outage is one line at first, child loggers included; other errors are logged as usual', () => {
  const { log, lines } = setup();
  // 25006: the snapshot, which stands in for a database that is away, is read-only.
  for (const code of ['ECONNREFUSED', '57P01', '53100', '08006', '25006'])
    log.child({}).error({ err: failed(withCode('away', code)) }, `failed ${code}`);
  log.error({ err: new Error('Connection terminated unexpectedly') }, 'failed again');
  expect(lines.map(({ msg }) => msg)).toEqual(['failed ECONNREFUSED']);
  for (let i = 0; i < 3; i++) log.error({ err: failed(withCode('bad value', '22P02')) }, 'refused');
  log.warn('words alone');
  log.info({ port: 1 }, 'details alone');
  expect(lines).toHaveLength(6);
});

test('one line per second passes the gate, with the number of suppressed ones', () => {
  let now = 0;
  const pass = createOutageGate(() => now);
  expect([pass(), pass(), pass()]).toEqual([0, null, null]);
  now = 999;
  expect(pass()).toBe(null);
  now = 1_000;
  expect([pass(), pass()]).toEqual([3, null]);
  now = 5_000;
  expect(pass()).toBe(1);
});

test('a cyclic chain of causes ends', () => {
  const error = new Error('round');
  error.cause = error;
  expect(isOutage(error)).toBe(false);
});
