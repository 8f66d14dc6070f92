import { expect, test } from 'vitest';
import { errorCode } from '../../../contract/api/errors.ts';
import { createCallers } from '../../../server/platform/auth/callers.ts';
import type { Db } from '../../../server/platform/db/client.ts';
import { startSite } from '../terminals/site.ts';

const away = new Error('the database is away');

test('while the database is away, known logins stay valid until they end or rights change', async () => {
  const site = await startSite();
  try {
    let isAway = false;
    const db = new Proxy(site.deps.db, {
      get(real, key) {
        if (isAway) throw away;
        return Reflect.get(real, key);
      },
    }) as Db;
    let now = Date.now();
    const callers = createCallers(db, site.deps.zones, () => now);
    const caller = await callers.fromToken(site.token);
    isAway = true;
    now += 60_000;
    expect(await callers.fromToken(site.token)).toEqual(caller);
    expect(await callers.fromSession(caller.sessionId)).toEqual(caller);
    await expect(callers.fromSession(caller.sessionId + 1)).rejects.toBe(away);
    await expect(callers.fromToken('somebody else')).rejects.toBe(away);

    now += 400 * 86_400_000;
    await expect(callers.fromToken(site.token)).rejects.toBe(away);
    isAway = false;
    await expect(callers.fromToken(site.token)).rejects.toMatchObject({ code: errorCode.loginExpired });

    now = Date.now();
    await callers.fromToken(site.token);
    isAway = true;
    callers.changed();
    await expect(callers.fromToken(site.token)).rejects.toBe(away);
  } finally {
    await site.close();
  }
});

test('a database that hangs does not delay known logins, and is queried again', async () => {
  const site = await startSite();
  try {
    let hangs = false;
    const never = new Promise(() => {});
    const db = new Proxy(site.deps.db, {
      get: (real, key) =>
        hangs ? () => ({ from: () => ({ innerJoin: () => never }) }) : Reflect.get(real, key),
    }) as Db;
    let now = Date.now();
    const callers = createCallers(db, site.deps.zones, () => now);
    const caller = await callers.fromToken(site.token);
    hangs = true;
    now += 60_000;
    for (let i = 0; i < 3; i++) {
      expect(await callers.fromSession(caller.sessionId)).toEqual(caller);
      now += 1_001;
      expect(await callers.fromToken(site.token)).toEqual(caller);
    }
    hangs = false;
    await site.database.pool.query('delete from login_session');
    // The result is there once known logins have been asked for.
    await expect.poll(() => callers.fromSession(caller.sessionId)).toBe(null);
  } finally {
    await site.close();
  }
});
