import { monotonicUs } from '../../terminal/headless/time.ts';
import { checkWarmUp } from '../../tests/support/load/sizing.ts';
import { type Figures, MAX_LOAD_BUSY, percentile, print } from '../parts/harness.ts';
import { type Api, pause, until } from './api.ts';
import { measure, measureLoad } from './cpu.ts';
import { inSeconds, type Site } from './scheduleSite.ts';

/** Runs of the benchmark of schedules: many tasks in the same second, many programmes at once. */
export const AT_ONCE = 500;
const OF_EACH = 20;
const PLAYED_MS = 12_000;
/** Minimum time between writing a task and its due time, ms: a later one might start late. */
const WRITTEN_MS = 8_000;
export const timeZone = 'Europe/Berlin';

export interface Stage {
  api: Api;
  site: Site;
  /** Ids of as many programmes as play at once. */
  files: number[];
  /** Time for writing so many tasks, with reserve, s. */
  writing_s(tasks: number): number;
}

interface Together {
  plan: number;
  /** Wall time, ms. */
  at: number;
}

/** Writes tasks that are due together. If that takes too long, it is repeated with twice the time. */
async function together(api: Api, tasks: object[], writing_s: number, tries = 3): Promise<Together> {
  const { date, time, at } = inSeconds(writing_s, timeZone);
  const { id } = await api.call<{ id: number }>('POST', '/v1/plan', { name: 'Together', start_date: date });
  const when = {
    start_date: date,
    end_date: date,
    start_time: time,
    plan_id: id,
    audio_source: 0,
    priority: 100,
  };
  for (const [i, task] of tasks.entries()) {
    if (Date.now() > at - WRITTEN_MS) break;
    await api.call('POST', '/v1/scheduled_task', { name: `Together ${i}`, ...when, ...task });
  }
  const early_ms = at - WRITTEN_MS - Date.now();
  if (early_ms >= 0) {
    await pause(early_ms);
    return { plan: id, at };
  }
  await api.call('DELETE', `/v1/plan/${id}`);
  if (tries === 1) throw new Error('the tasks were not written in time');
  print(`  not written within ${Math.round(writing_s)} s: again`);
  return together(api, tasks, writing_s * 2, tries - 1);
}

async function over(api: Api, plan: number): Promise<void> {
  await api.call('POST', '/v1/task/stop_all');
  await until('nothing is on the air', async () => {
    return (await api.call<{ total: number }>('GET', '/v1/task?state=on_air')).total === 0;
  });
  await api.call('DELETE', `/v1/plan/${plan}`);
}

/** Many tasks in the same second: delay of the first sound at each decoding terminal. */
export async function atOnce(
  { api, site, files, writing_s }: Stage,
  pid: number,
  reasons: string[] | null,
): Promise<Figures> {
  const shares = Array.from({ length: AT_ONCE }, (_, i) =>
    Array.from({ length: OF_EACH }, (__, n) => site.devices[n * AT_ONCE + i] ?? 0),
  );
  const tasks = shares.map((devices, i) => ({ devices, files: [files[i % files.length]] }));
  const { plan, at } = await together(api, tasks, writing_s(tasks.length));
  await site.listeners.call('forget');
  const aheadUs = monotonicUs() - Date.now() * 1000;
  const end = measure(pid, []);
  const endLoad = measureLoad([site.fleet.pid, site.listeners.pid]);
  await until('recorded', async () => {
    return (await site.listeners.call<number>('recorded')) > at * 1000 + aheadUs + 3_000_000;
  });
  const server = end();
  const busy = endLoad();
  if (reasons === null) checkWarmUp('at once', busy);
  else if (busy > MAX_LOAD_BUSY)
    reasons.push(`at once: the load generator was ${Math.round(busy * 100)} % busy`);
  const first = await site.listeners.call<(number | null)[]>('first');
  const { total } = await api.call<{ total: number }>('GET', '/v1/task?state=on_air');
  const { playing } = await site.fleet.call<{ playing: number }>('state');
  await over(api, plan);
  // Negative: before its time.
  const delays = first.map((us) => (us === null ? Number.POSITIVE_INFINITY : (us - aheadUs) / 1000 - at));
  const distances = delays.map(Math.abs);
  return {
    started: total,
    playing: playing + first.filter((us) => us !== null).length,
    first_sound_p50_ms: percentile(distances, 0.5),
    first_sound_p99_ms: percentile(distances, 0.99),
    first_sound_least_ms: Math.min(...delays),
    first_sound_most_ms: Math.max(...delays),
    start_cpu: server.main + server.rest,
    load_busy: busy,
  };
}

/** Plays a programme per file at once; returns the share of late packets. */
export async function programmesAtOnce(
  { api, site, files, writing_s }: Stage,
  reasons: string[] | null,
): Promise<Figures> {
  const connected = site.devices.slice(0, site.connected);
  const tasks = files.map((file, i) => ({
    devices: connected.filter((_, n) => n % files.length === i),
    files: [file],
    loop: 1,
    duration: 60,
  }));
  const { plan, at } = await together(api, tasks, writing_s(tasks.length));
  await until('all play', async () => {
    return (await site.fleet.call<{ playing: number }>('state')).playing === site.connected - site.decoding;
  });
  if (Date.now() > at + 10_000) reasons?.push('programmes: they began late');
  const end = measureLoad([site.fleet.pid, site.listeners.pid]);
  await site.fleet.call('take');
  await pause(PLAYED_MS);
  const taken = await site.fleet.call<{ packets: number; late: number; missing: number }>('take');
  const busy = end();
  if (reasons === null) checkWarmUp('programmes', busy);
  else if (busy > MAX_LOAD_BUSY)
    reasons.push(`programmes: the load generator was ${Math.round(busy * 100)} % busy`);
  if (taken.missing > 0) reasons?.push(`programmes: ${taken.missing} gaps in the sound`);
  await over(api, plan);
  return { packets: taken.packets, late_share: taken.late / taken.packets };
}
