import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';
import { until } from '../emergency/emergencySite.ts';
import { DISK_MB, diskOf, type FaultName, faults } from './faults.ts';
import { everything, isKept, records } from './outageActions.ts';
import { type OutageSite, startOutageSite } from './outageSite.ts';

/** `npm run long` runs all combinations, this is a sample. */
const isLong = process.env.LONG_RUNS !== undefined;
/** Pseudo-random numbers from 0 to 1, by seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const disk = diskOf(isLong ? DISK_MB : null);
let site: OutageSite;
beforeAll(async () => {
  site = await startOutageSite(disk.folder);
});
afterAll(async () => {
  await site?.server.stop();
  disk.remove();
  process.stdout.write(`${site.measured.join('\n')}\n`);
});

describe.skipIf(process.platform !== 'linux')(
  'what must sound sounds, and what must be kept is there after it',
  () => {
    // The combination of a hanging database and a kill has its own test below.
    const most: FaultName[] = ['dead', 'hung', 'read-only'];
    const ofDisk: FaultName[] = ['full', 'out of inodes'];
    const names = !isLong ? most.slice(0, 1) : [...most, ...ofDisk];

    test('with a healthy database', async () => {
      await isKept(site, await everything(site, 'healthy'), 0);
    });

    test.for(names)('with a database that is %s', async (name, { skip }) => {
      if (ofDisk.includes(name) && !disk.isOwn) skip('a disk of its own needs the right to mount one');
      const before = (await records(site)).length;
      const fault = faults[name](site.server.dataDir, disk.folder);
      await fault.begin();
      let talks: Awaited<ReturnType<typeof everything>>;
      try {
        talks = await everything(site, name);
      } finally {
        await fault.end();
      }
      await isKept(site, talks, before);
    });

    test('when the server is killed before the database is back', async () => {
      const before = (await records(site)).length;
      const fault = faults.hung(site.server.dataDir);
      await fault.begin();
      let talks: Awaited<ReturnType<typeof everything>>;
      try {
        talks = await everything(site, 'hung, then killed');
        await site.server.kill9();
      } finally {
        await fault.end();
      }
      await site.server.start();
      // By the login that was made while the database stood still.
      expect(await site.call('GET', '/v1/profile')).toMatchObject({ code: 'admin' });
      await isKept(site, talks, before);
    });

    test('an emergency action repeated with its key is done once, over an outage and a kill', async () => {
      const before = (await records(site)).length;
      const plan = `/v1/alarm_plan/${site.plans.byHand}`;
      const start = () => site.call<{ alarm_id: number }>('POST', `${plan}/start`, {}, 'fire');
      const fault = faults.hung(site.server.dataDir);
      await fault.begin();
      let first: { alarm_id: number };
      try {
        first = await start();
        expect(await start()).toEqual(first);
        await site.server.kill9();
      } finally {
        await fault.end();
      }
      await site.server.start();
      await site.logIn();
      expect(await start()).toEqual(first);
      for (let times = 0; times < 2; times++) await site.call('POST', `${plan}/stop`, undefined, 'over');
      expect(await start()).toEqual(first);
      await until('it is stored', async () => (await records(site)).length > before);
      expect((await records(site)).map(({ id }) => id).filter((id) => id === first.alarm_id)).toHaveLength(1);
      expect(await records(site)).toHaveLength(before + 1);
    });

    test('writes repeated with their keys until answered are stored once', async () => {
      const random = seeded(Number(process.env.LONG_SEED ?? 14));
      const codes = Array.from({ length: isLong ? 60 : 3 }, (_, n) => `KILL${n}`);
      const roles = () =>
        until('the database is there', () =>
          site.call<{ rows: { code: string }[] }>('GET', '/v1/role?limit=1000').catch(() => undefined),
        );
      for (const code of codes) {
        // The kill may come after the last response.
        await roles();
        const killing = wait(random() * 40).then(() => {
          const pid = readPidFile(join(site.server.dataDir, 'postgres'))?.pid;
          if (pid !== undefined) process.kill(pid, 'SIGKILL');
        });
        const body = { code, name: code, permissions: ['list_device'] };
        const made = await until('it is answered', () =>
          site.call<{ code: string }>('POST', '/v1/role', body, code).catch(() => undefined),
        );
        expect(made.code).toBe(code);
        await killing;
      }
      const { rows } = await roles();
      const stored = rows.map(({ code }) => code).filter((code) => code.startsWith('KILL'));
      expect(stored.sort()).toEqual([...codes].sort());
    });
  },
);
