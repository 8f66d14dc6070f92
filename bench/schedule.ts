import { planForm } from '../contract/entities/tasks/plan.ts';
import { scheduledTaskForm } from '../contract/entities/tasks/scheduledTask.ts';
import { scaled } from '../tests/support/load/sizing.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  medianOf,
  type Part,
  percentile,
  pinnedTo,
  print,
  RUNS,
  rounded,
  SERVER_CORE,
} from './parts/harness.ts';
import { Api, pause } from './support/api.ts';
import { startProduct } from './support/productServer.ts';
import { AT_ONCE, atOnce, programmesAtOnce, timeZone } from './support/scheduleRuns.ts';
import {
  buildSite,
  CONNECTED,
  DECODING,
  inSeconds,
  programmes,
  type Site,
  ZONES,
} from './support/scheduleSite.ts';
import { type Planned, week } from './support/scheduleWeek.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of schedules: 2,000 tasks in 200 plans over 10,000 terminals, of which 1,000 are connected and 20
 * decode. Computes a week, next to the `rrule` library; runs 500 tasks due in the same second; plays 64
 * programmes at once.
 */
const TASKS_OF_PLAN = 10;
const SAVES = 100;
const PROGRAMMES = 64;
const PROGRAMME_S = 20;
/** Load of the load's core on the reference machine under the nominal load. */
const NOMINAL_BUSY = 0.2;
const invalid: string[] = [];

async function fill(api: Api, site: Site, file: number): Promise<{ planned: Planned; saves: number[] }> {
  const planned = { plans: [] as Planned['plans'][number][], tasks: [] as Planned['tasks'][number][] };
  const saves: number[] = [];
  // No task is due while the benchmark runs.
  const quiet = Number(inSeconds(0, timeZone).time.slice(0, 2)) + 3;
  for (const [i, org] of site.zones.entries()) {
    const plan = planForm.parse({ name: `Plan ${i}`, start_date: '2026-01-01' });
    const { id } = await api.call<{ id: number }>('POST', '/v1/plan', plan);
    planned.plans.push({ ...plan, id });
    for (let n = 0; n < TASKS_OF_PLAN; n++) {
      const hour = String((quiet + n) % 24).padStart(2, '0');
      const task = scheduledTaskForm.parse({
        name: `Task ${i}.${n}`,
        plan_id: id,
        audio_source: 0,
        files: [file],
        orgs: [org],
        start_date: '2026-01-01',
        start_time: `${hour}:${String((i + n) % 60).padStart(2, '0')}:00`,
        schedule_day: n % 3,
        weekday_flags: n % 3 === 2 ? [1, 3, 6] : [],
        priority: n * 5,
      });
      const start = performance.now();
      await api.call('POST', '/v1/scheduled_task', task);
      saves.push(performance.now() - start);
      planned.tasks.push({ ...task, plan_id: id });
    }
  }
  return { planned, saves: saves.slice(-SAVES) };
}

/** Longest block of the server's event loop since the last call, ms: audio is sent by the same loop. */
async function longestTurn(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1000;
}

async function main(share: number): Promise<void> {
  const sizes = { connected: scaled(CONNECTED, share, 100), decoding: scaled(DECODING, share, 5) };
  const server = await startProduct({ under: pinnedTo(SERVER_CORE), env: { TZ_SITE: timeZone } });
  const parts: Part[] = [];
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const files = await programmes(api, PROGRAMMES, PROGRAMME_S);
    const site = await buildSite(api, server.url, sizes, parts);
    print(`${ZONES * TASKS_OF_PLAN} tasks in ${ZONES} plans`);
    const { planned, saves } = await fill(api, site, files[0] ?? 0);

    const from = Date.now();
    const weeks = Array.from({ length: RUNS + 1 }, () => week(planned, timeZone, from)).slice(1);
    // The server has closed the idle connection meanwhile: wait until that is noticed.
    await pause(100);
    const baseline = medianOf(
      'baseline',
      weeks.map((one) => one.baseline),
    );
    const own = medianOf(
      'measured',
      weeks.map((one) => one.measured),
    );
    const range = `from=${Math.floor(from / 1000)}&to=${Math.floor(from / 1000) + 7 * 86_400}`;
    await longestTurn(server.url);
    const start = performance.now();
    await api.call('GET', `/v1/timeline?${range}`);
    const timeline_ms = performance.now() - start;
    const timeline_turn_ms = await longestTurn(server.url);

    // The time of slow ones, plus what `together` waits at least.
    const writing_s = (tasks: number) => (tasks * percentile(saves, 0.9)) / 1000 + 15;
    const stage = { api, site, files, writing_s };
    const starts: Figures[] = [];
    const plays: Figures[] = [];
    await repeated('runs and warm-up', { times: RUNS + 1, part: 1 }, async (i) => {
      print(i === 0 ? 'warm-up' : `run ${i} of ${RUNS}`);
      const reasons = i === 0 ? null : invalid;
      const found = [
        await atOnce(stage, server.pid, reasons),
        await programmesAtOnce(stage, reasons),
      ] as const;
      print(`  ${JSON.stringify(found)}`);
      if (i === 0) return;
      starts.push(found[0]);
      plays.push(found[1]);
    });
    finish({
      name: 'schedule',
      baseline,
      measured: {
        ...own,
        ...medianOf('at once', starts),
        ...medianOf('programmes', plays),
        save_p50_ms: percentile(saves, 0.5),
        save_p95_ms: percentile(saves, 0.95),
        timeline_ms,
        timeline_turn_ms,
      },
      ratio: { week_ratio: rounded((own.week_ms ?? 0) / (baseline.week_ms ?? 1)) },
      goal: {
        week_ms: { max: 1_000 },
        save_p95_ms: { max: 200 },
        timeline_turn_ms: { max: 50 },
        started: { min: AT_ONCE },
        playing: { min: sizes.connected },
        first_sound_p99_ms: { max: 50 },
        late_share: { max: 0.001 },
      },
      invalid,
    });
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
