import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPidFile } from '../../../server/db/postmaster.ts';
import { until } from '../emergency/emergencySite.ts';
import { diskOf, type FaultName, faults } from './faults.ts';
import { type OutageSite, startOutageSite } from './outageSite.ts';

/** `npm run long` tries all; here is a sample. */
const isLong = process.env.LONG_RUNS !== undefined;
/** Room for the first state of a database and its log, MB. */
const DISK_MB = 700;
/** Far more than any of it takes, and less than what waits for a database that does not answer, ms. */
const PATIENCE_MS = 20_000;

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const disk = diskOf(isLong ? DISK_MB : null);
let site: OutageSite;
const measured: string[] = [];
beforeAll(async () => {
  site = await startOutageSite(disk.folder);
});
afterAll(async () => {
  await site?.server.stop();
  disk.remove();
  process.stdout.write(`${measured.join('\n')}\n`);
});

/** From the deed until its first packet is at the loudspeaker; the stream. */
async function sounds(what: string, deed: () => unknown): Promise<number> {
  const began = performance.now();
  const doing = Promise.resolve(deed());
  const stream = await site.heard();
  const ms = Math.round(performance.now() - began);
  measured.push(`${what}: first packet after ${ms} ms`);
  expect(ms).toBeLessThan(PATIENCE_MS);
  await doing;
  return stream;
}
const silent = async (stream: number) => {
  const { stream: closed } = await site.hall.client.next('stream.close');
  expect(closed).toBe(stream);
};

/** Everything that must work, one after the other; what must be kept of it. */
async function everything(name: string) {
  const { call, plans } = site;
  const talks: { stream: number; end: string; by: string }[] = [];
  for (const mode of ['emergency', 'all_call'] as const) {
    let mic: Awaited<ReturnType<OutageSite['press']>> | undefined;
    const stream = await sounds(`${name}, ${mode}`, async () => {
      mic = await site.press(mode);
    });
    await mic?.release();
    await silent(stream);
    mic?.close();
    talks.push({ stream, end: 'hung_up', by: 'admin' });
  }

  const { client } = site.station;
  let hush = () => {};
  const page = await sounds(`${name}, page`, async () => {
    const targets = { orgs: [site.zone] };
    client.send({ type: 'talk.start', request: 1, mode: 'page', targets });
    hush = site.speak(client.socket, (await client.next('talk.granted')).stream);
  });
  await call('POST', '/v1/task/stop_all', {});
  await silent(page);
  expect(await client.next('talk.ended')).toMatchObject({ stream: page, reason: 'stopped' });
  hush();
  talks.push({ stream: page, end: 'stopped', by: 'STATION' });

  for (const [plan, begin] of [
    [plans.byInput, () => site.input(true)],
    [plans.byHand, () => call('POST', `/v1/alarm_plan/${plans.byHand}/start`, {})],
  ] as const) {
    const how = plan === plans.byHand ? 'hand' : 'input';
    const stream = await sounds(`${name}, alarm by ${how}`, begin);
    await call('POST', `/v1/alarm_plan/${plan}/acknowledge`, {});
    site.input(false);
    await until('its input is normal', () =>
      call('POST', `/v1/alarm_plan/${plan}/reset`, {}).then(
        () => true,
        () => false,
      ),
    );
    await silent(stream);
  }
  return talks;
}

type Records = {
  rows: {
    id: number;
    plan_id: number;
    state: string;
    acknowledged_by: string;
    reset_by_user: string;
    ended_at: number | null;
  }[];
};
type Audits = { rows: { action: string; entity_id: number | null; account_code: string }[] };
const records = async () => (await site.call<Records>('GET', '/v1/alarm_record?limit=100')).rows;

/** All of it is in the records: polled, for it is stored when the database is back. */
async function isKept(talks: Awaited<ReturnType<typeof everything>>, alarmsBefore: number): Promise<void> {
  for (const { stream, end, by } of talks) {
    type Run = { state: string; end_reason: string; ended_at: number | null };
    const run = await until(`the end of ${stream} is stored`, async () => {
      const one = await site.call<Run>('GET', `/v1/task/${stream}`).catch(() => undefined);
      return one?.ended_at == null ? undefined : one;
    });
    expect(run).toMatchObject({ state: 'ended', end_reason: end });
    const targets = `/v1/task/${stream}/target`;
    type Targets = { rows: { terminal_id: number; first_sound_at: number | null }[] };
    await until(`the proof of ${stream} is stored`, async () =>
      (await site.call<Targets>('GET', targets)).rows.some(
        ({ terminal_id, first_sound_at }) => terminal_id === site.hall.id && first_sound_at !== null,
      ),
    );
    const audit = (await site.call<Audits>('GET', '/v1/audit?limit=200')).rows;
    const own = audit.filter(({ entity_id, action }) => entity_id === stream && action === 'talk');
    expect(own.map(({ account_code }) => account_code)).toEqual([by]);
  }
  await until('both alarms are stored', async () => {
    const rows = await records();
    return rows.length === alarmsBefore + 2 && rows.every(({ ended_at }) => ended_at !== null);
  });
  const [a, b] = await records();
  for (const one of [a, b]) expect(one).toMatchObject({ acknowledged_by: 'admin', reset_by_user: 'admin' });
}

describe.skipIf(process.platform !== 'linux')(
  'what must sound sounds, and what must be kept is there after it',
  () => {
    // A database that hangs is sampled by the kill below.
    const most: FaultName[] = ['dead', 'hung', 'read-only'];
    const ofDisk: FaultName[] = ['full', 'out of inodes'];
    const names = !isLong ? most.slice(0, 1) : [...most, ...ofDisk];

    test('with a healthy database', async () => {
      await isKept(await everything('healthy'), 0);
    });

    test.for(names)('with a database that is %s', async (name, { skip }) => {
      if (ofDisk.includes(name) && !disk.isOwn) skip('a disk of its own needs the right to mount one');
      const before = (await records()).length;
      const fault = faults[name](site.server.dataDir, disk.folder);
      await fault.begin();
      let talks: Awaited<ReturnType<typeof everything>>;
      try {
        talks = await everything(name);
      } finally {
        await fault.end();
      }
      await isKept(talks, before);
    });

    test('when the server is killed before the database is back', async () => {
      const before = (await records()).length;
      const fault = faults.hung(site.server.dataDir);
      await fault.begin();
      let talks: Awaited<ReturnType<typeof everything>>;
      try {
        talks = await everything('hung, then killed');
        await site.server.kill9();
      } finally {
        await fault.end();
      }
      await site.server.start();
      await site.logIn();
      await isKept(talks, before);
    });

    test('an emergency action that is repeated with its key is done once, over an outage and a kill', async () => {
      const before = (await records()).length;
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
      await until('it is stored', async () => (await records()).length > before);
      expect((await records()).map(({ id }) => id).filter((id) => id === first.alarm_id)).toHaveLength(1);
      expect(await records()).toHaveLength(before + 1);
    });

    test('writes that are repeated with their keys until they are answered are there once', async () => {
      const random = seeded(Number(process.env.LONG_SEED ?? 14));
      const codes = Array.from({ length: isLong ? 60 : 3 }, (_, n) => `KILL${n}`);
      const roles = () =>
        until('the database is there', () =>
          site.call<{ rows: { code: string }[] }>('GET', '/v1/role?limit=1000').catch(() => undefined),
        );
      for (const code of codes) {
        // It may have been killed behind the last answer.
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
