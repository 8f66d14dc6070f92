import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { Recording } from '../../support/recording.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { sine, wav } from '../media/sounds.ts';

/** Length in which the loudest sample decides if there is sound: shorter than half a period of a fade. */
const STEP_US = 1_000;
const AUDIBLE = 0.003;
/** Length of the uploaded tone, s, and its pitch. */
const TONE_S = 150;
const HERTZ = 440;

export const KINDS = ['file', 'schedule', 'alarm'] as const;
export type Kind = (typeof KINDS)[number];

export interface Loudspeaker {
  terminal: Terminal;
  recording: Recording;
  id: number;
}

/** Starts a server that plays the same tone as a broadcast, a scheduled task and an alarm, each at a loudspeaker. */
export async function startPlayingSite({
  alarmHertz = HERTZ,
  alarmAt = 'alarm' as Kind,
  cardLatencyUs = 60_000,
  start = () => startServer({ env: { TZ_SITE: 'UTC' } }),
} = {}) {
  const server = await start();
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const speakers = await loudspeakers(server, api, cardLatencyUs);
  const shape = { rate: SAMPLE_RATE, channels: 1, seconds: TONE_S };
  const tone = await api.upload('tone.wav', wav(shape, sine(HERTZ, 0.1)));
  const at = (kind: Kind) => [speakers[kind].id];
  const alarm =
    alarmHertz === HERTZ ? tone : await api.upload('alarm.wav', wav(shape, sine(alarmHertz, 0.1)));
  const plan = await alarmPlan(api, alarm, at(alarmAt));

  async function play(kind: Kind): Promise<void> {
    const common = { name: kind, audio_source: 0, files: [tone], devices: at(kind) };
    if (kind === 'file') await api.post('/v1/task', common);
    if (kind === 'alarm') await api.post(`/v1/alarm_plan/${plan}/start`);
    if (kind !== 'schedule') return;
    const due = new Date(Date.now() + 3_000).toISOString();
    const start_date = due.slice(0, 10);
    await api.post('/v1/scheduled_task', {
      ...common,
      ...{ start_date, end_date: start_date, start_time: due.slice(11, 19) },
    });
  }

  return {
    server,
    api,
    speakers,
    plan,
    play,
    async close() {
      for (const { terminal } of Object.values(speakers)) terminal.stop();
      await server.stop();
    },
  };
}

async function loudspeakers(
  server: TestServer,
  api: ApiClient,
  cardLatencyUs: number,
): Promise<Record<Kind, Loudspeaker>> {
  const made = KINDS.map((kind) => {
    const recording = new Recording();
    const code = kind.toUpperCase();
    const terminal = createTerminal({ server: server.url, code, listen: recording.listen, cardLatencyUs });
    return { recording, terminal };
  });
  const ids = await api.adopt(made.map(({ terminal }) => terminal.code));
  for (const { terminal } of made)
    await terminal.until(({ session }) => session.phase === 'welcomed' && session.clock.synced);
  const all = made.map((one, n) => [KINDS[n] as Kind, { ...one, id: ids[n] ?? 0 }] as const);
  return Object.fromEntries(all) as Record<Kind, Loudspeaker>;
}

async function alarmPlan(api: ApiClient, tone: number, devices: number[]): Promise<number> {
  const task = await api.post<{ id: number }>('/v1/linkage_task', { name: 'Leave', files: [tone], devices });
  const plan = await api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [task.id],
    reset_time: 0,
  });
  await api.until('its message is made', async () => {
    const { steps } = await api.post<{ steps: { tasks: { ready: boolean }[] }[] }>('/v1/alarm_plan/dry_run', {
      id: plan.id,
    });
    return steps[0]?.tasks[0]?.ready === true ? true : null;
  });
  return plan.id;
}

/** Silences within a stretch of a recording: their begin after `from_us` and their length, ms. */
export function silencesIn(recording: Recording, from_us: number, to_us: number): [at: number, ms: number][] {
  const samples = recording.window(from_us, (to_us - from_us) / 1e6);
  const step = (STEP_US * SAMPLE_RATE) / 1e6;
  const found: [number, number][] = [];
  let now = 0;
  for (let i = 0; i + step <= samples.length; i += step) {
    const isSilent = samples.subarray(i, i + step).every((x) => Math.abs(x) < AUDIBLE);
    now = isSilent ? now + 1 : 0;
    if (now === 1) found.push([i / step, 1]);
    else if (now > 1) (found.at(-1) as [number, number])[1] = now;
  }
  return found;
}

/** Steps of a pure tone, as a share of its amplitude: how far samples are from where the two before them lead. */
export function roughness(recording: Recording, from_us: number, to_us: number, hertz = HERTZ): number {
  const samples = recording.window(from_us, (to_us - from_us) / 1e6);
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  let [worst, loudest] = [0, 0];
  for (let i = 2; i < samples.length; i++) {
    const [a, b, c] = [samples[i - 2] ?? 0, samples[i - 1] ?? 0, samples[i] ?? 0];
    worst = Math.max(worst, Math.abs(c - factor * b + a));
    loudest = Math.max(loudest, Math.abs(c));
  }
  return worst / loudest;
}

export const now = monotonicUs;
