import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, seeded } from '../../support/random.ts';
import { until } from '../emergency/emergencySite.ts';
import { DISK_MB, diskOf, type FaultName, faults } from './faults.ts';
import { killDuringWrites } from './killedWrites.ts';
import { everything, isKept, records } from './outageActions.ts';
import { type OutageSite, startOutageSite } from './outageSite.ts';

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

    if (isLong)
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

    test('nothing acknowledged is lost, nothing refused is stored and nothing is doubled by kills', async () => {
      await killDuringWrites(site, isLong ? 60 : 3, seeded());
    });
  },
);
