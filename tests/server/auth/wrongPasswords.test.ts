import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../server/platform/audit/audit.ts';
import type { Tried } from '../../../server/platform/auth/attempts.ts';
import { createFailedLogins } from '../../../server/site/accounts/failedLogins.ts';
import { watchPasswords } from '../../../server/site/faults/passwordWatch.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

const MINUTE = 60_000;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

/** Collector with a clock that the test moves, and the entries that it stores. */
function collector() {
  const stored: AuditEntry[] = [];
  const state = { now: Date.parse('2026-11-18T04:00:00Z'), isAway: false };
  const failed = createFailedLogins({
    log: { error: () => {} },
    now: () => state.now,
    async record(entries) {
      if (state.isAway) throw new Error('the database is away');
      stored.push(...entries);
    },
  });
  const tried = (id: number | null, address: string): Tried => ({
    ...{ entity: 'user', id, address },
    code: id === null ? '' : `user ${id}`,
  });
  return {
    ...{ stored, state, failed },
    fail: (id: number | null, address: string) => failed.failed({ address, tried: tried(id, address) }),
  };
}

test('wrong passwords are in the audit log with what was tried, and many are a fault', async () => {
  const wrong = (username: string, address: string) =>
    site.app.inject({
      ...{ method: 'POST', url: '/v1/login', remoteAddress: address },
      payload: { username, password: 'Wrong-password-9' },
    });
  for (let i = 0; i < 3; i++) await wrong('ADMIN', '10.9.0.1');
  await wrong('admin', '10.9.0.2');
  await wrong('my-password-typed-as-a-name', '10.9.0.3');
  await site.deps.failedLogins.close();
  const token = await site.login();
  const { body } = await site.call('GET', '/v1/audit?action=login_failed', { token });
  const { rows } = body.value as { rows: object[] };
  expect(rows).toHaveLength(2);
  const shared = { action: 'login_failed', entity: 'user', account_id: null, account_code: '', before: null };
  expect(rows).toContainEqual(
    expect.objectContaining({
      ...shared,
      client_ip: '10.9.0.1',
      entity_id: 1,
      after: { code: 'admin', failures: 4, networks: 2 },
    }),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ ...shared, entity_id: null, after: { failures: 1, networks: 1 } }),
  );
  expect(JSON.stringify(rows)).not.toContain('typed-as-a-name');

  for (let i = 0; i < 30; i++) await wrong('admin', `10.9.1.${i}`);
  await eventually(() =>
    expect(site.deps.faultWatch.faults.allOpen()).toContainEqual(
      expect.objectContaining({ kind: 'wrong_passwords', params: { count: 35, networks: 33 } }),
    ),
  );
});

test('a flood of wrong passwords makes few entries, whatever is tried, and loses no count', async () => {
  const { stored, state, failed, fail } = collector();
  const perHour = 200_000;
  for (let hour = 0; hour < 3; hour++)
    for (let i = 0; i < perHour; i++) {
      state.now += (60 * MINUTE) / perHour;
      fail(i % 2 === 0 ? (i % 5_000) + 1 : null, `10.${i % 200}.${(i >> 8) % 250}.7`);
      if (i % 250 === 0) await failed.look();
    }
  await failed.close();
  const failures = stored.map(({ after }) => Number(after?.failures));
  expect(failures.reduce((sum, one) => sum + one, 0)).toBe(3 * perHour);
  // Sixty with a name and four of all others, in an hour.
  expect(stored.length).toBeLessThanOrEqual(4 * (60 + 5));
});

test('an entry is written when it has been quiet for a minute, and kept while the database is away', async () => {
  const { stored, state, failed, fail } = collector();
  fail(1, '10.0.0.1');
  state.now += MINUTE / 2;
  fail(1, '10.0.0.1');
  await failed.look();
  expect(stored).toEqual([]);
  state.isAway = true;
  state.now += MINUTE;
  await failed.look();
  fail(1, '10.0.0.2');
  state.isAway = false;
  state.now += MINUTE;
  await failed.look();
  expect(stored).toMatchObject([
    { entity_id: 1, ip: '10.0.0.1', after: { code: 'user 1', failures: 3, networks: 2 } },
  ]);
});

test('the fault of many wrong passwords opens with thirty in ten minutes and ends an hour later', () => {
  const open = new Set<string>();
  let now = 0;
  const watch = watchPasswords(
    { open: ({ kind }) => open.add(kind), resolve: (kind) => open.delete(kind) },
    () => now,
  );
  const isOpenAfter = (failures: number) => {
    for (let i = 0; i < failures; i++) watch.failed('10.0.0.1');
    watch.look();
    return open.has('wrong_passwords');
  };
  expect(isOpenAfter(29)).toBe(false);
  now += 11 * MINUTE;
  expect(isOpenAfter(29)).toBe(false);
  expect(isOpenAfter(1)).toBe(true);
  now += 48 * MINUTE;
  expect(isOpenAfter(0)).toBe(true);
  now += 13 * MINUTE;
  expect(isOpenAfter(0)).toBe(false);
});
