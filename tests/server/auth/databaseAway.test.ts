import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { errorCode } from '../../../contract/api/errors.ts';
import { createFindAccount } from '../../../server/platform/auth/away/findAccount.ts';
import { createCallers } from '../../../server/platform/auth/callers.ts';
import type { Proofs } from '../../../server/platform/auth/proofs.ts';
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

test('without a snapshot a login waits for a database that is slow, and is refused when it is away', async () => {
  const site = await startSite();
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-no-snapshot-'));
  try {
    const waiting: (() => void)[] = [];
    let isAway = false;
    const proofs = {
      async find() {
        if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        await new Promise<void>((resolve) => waiting.push(resolve));
        return undefined;
      },
    } as unknown as Proofs;
    const find = createFindAccount({ db: site.deps.db, proofs, dataDir, isGivenUp: () => false });
    let isOver = false;
    const found = find('admin', []).finally(() => {
      isOver = true;
    });
    // Longer than the time after which the snapshot is asked.
    await setTimeout(1_500);
    expect(isOver).toBe(false);
    for (const answer of waiting) answer();
    expect(await found).toMatchObject({ account: { code: 'admin' }, away: null });
    isAway = true;
    await expect(find('admin', [])).rejects.toMatchObject({ code: errorCode.unavailable });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await site.close();
  }
});
