import { expect } from 'vitest';
import { until } from '../emergency/emergencySite.ts';
import type { OutageSite } from './outageSite.ts';

/** Timeout, ms: far longer than any action takes, and shorter than a wait for a hanging database. */
const TIMEOUT_MS = 20_000;

/** Time from an action to its first packet at the loudspeaker; and the stream. */
export async function sounds(site: OutageSite, what: string, action: () => unknown): Promise<number> {
  const began = performance.now();
  const doing = Promise.resolve(action());
  const stream = await site.heard();
  const ms = Math.round(performance.now() - began);
  site.measured.push(`${what}: first packet after ${ms} ms`);
  expect(ms).toBeLessThan(TIMEOUT_MS);
  await doing;
  return stream;
}
/** Waits until the loudspeaker gets the end of a stream. */
export const silent = async (site: OutageSite, stream: number) => {
  const { stream: closed } = await site.hall.client.next('stream.close');
  expect(closed).toBe(stream);
};

/** Logs a known station in by its password only, and talks; its new secret is valid at once. */
async function byPassword(site: OutageSite, name: string): Promise<number> {
  const station = await site.desk();
  const { secret } = await station.next('adopted');
  await station.next('welcome');
  let stopSpeech = () => {};
  const stream = await sounds(site, `${name}, page of a station that has just logged in`, async () => {
    station.send({ type: 'talk.start', request: 1, mode: 'page', targets: { orgs: [site.zone] } });
    stopSpeech = site.speak(station.socket, (await station.next('talk.granted')).stream);
  });
  stopSpeech();
  station.send({ type: 'talk.stop', stream });
  await silent(site, stream);
  station.socket.terminate();
  site.secrets.push(secret);
  await isKnown(site);
  return stream;
}

/** Expects that the call station is welcomed with its newest secret. */
async function isKnown(site: OutageSite): Promise<void> {
  const again = await site.again('DESK', 1, site.secrets.at(-1) ?? '');
  await again.next('welcome');
  again.socket.terminate();
}

/** Performs every action that must work, one after the other; returns what must be stored. */
export async function everything(site: OutageSite, name: string) {
  const { call, plans } = site;
  const talks: { stream: number; end: string; by: string }[] = [];
  for (const mode of ['emergency', 'all_call'] as const) {
    let mic: Awaited<ReturnType<OutageSite['press']>> | undefined;
    const stream = await sounds(site, `${name}, ${mode}`, async () => {
      mic = await site.press(mode);
    });
    await mic?.release();
    await silent(site, stream);
    mic?.close();
    talks.push({ stream, end: 'hung_up', by: 'admin' });
  }

  // A user logged in before logs in again from a restarted console; later actions use the new login.
  const was = site.token();
  await site.logIn();
  expect(site.token()).not.toBe(was);

  const { client } = site.station;
  let stopSpeech = () => {};
  const page = await sounds(site, `${name}, page`, async () => {
    const targets = { orgs: [site.zone] };
    client.send({ type: 'talk.start', request: 1, mode: 'page', targets });
    stopSpeech = site.speak(client.socket, (await client.next('talk.granted')).stream);
  });
  await call('POST', '/v1/task/stop_all', {});
  await silent(site, page);
  expect(await client.next('talk.ended')).toMatchObject({ stream: page, reason: 'stopped' });
  stopSpeech();
  talks.push({ stream: page, end: 'stopped', by: 'STATION' });

  talks.push({ stream: await byPassword(site, name), end: 'hung_up', by: 'DESK' });
  for (const [plan, begin] of [
    [plans.byInput, () => site.input(true)],
    [plans.byHand, () => call('POST', `/v1/alarm_plan/${plans.byHand}/start`, {})],
  ] as const) {
    const how = plan === plans.byHand ? 'hand' : 'input';
    const stream = await sounds(site, `${name}, alarm by ${how}`, begin);
    await call('POST', `/v1/alarm_plan/${plan}/acknowledge`, {});
    site.input(false);
    await until('its input is normal', () =>
      call('POST', `/v1/alarm_plan/${plan}/reset`, {}).then(
        () => true,
        () => false,
      ),
    );
    await silent(site, stream);
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
export const records = async (site: OutageSite) =>
  (await site.call<Records>('GET', '/v1/alarm_record?limit=100')).rows;

/** Waits until everything is in the records, as it is stored when the database is back. */
export async function isKept(
  site: OutageSite,
  talks: Awaited<ReturnType<typeof everything>>,
  alarmsBefore: number,
): Promise<void> {
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
  await isKnown(site);
  await until('both alarms are stored', async () => {
    const rows = await records(site);
    return rows.length === alarmsBefore + 2 && rows.every(({ ended_at }) => ended_at !== null);
  });
  const [a, b] = await records(site);
  for (const one of [a, b]) expect(one).toMatchObject({ acknowledged_by: 'admin', reset_by_user: 'admin' });
}
