import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BroadcastTargetRow } from '../../../contract/entities/tasks/broadcast.ts';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { createProxy, type TcpProxy } from '../../support/proxy.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';
import { until } from '../schedule/scheduleSite.ts';
import { type OfflineSite, startAlarm, startOfflineSite } from './offlineSite.ts';

/** Real terminal program at the real server, over a link that can be cut. */
let site: OfflineSite;
let link: TcpProxy;
let folder: string;
let tone: number;
const running: Terminal[] = [];
beforeAll(async () => {
  site = await startOfflineSite();
  link = await createProxy(Number(new URL(site.http).port));
  folder = mkdtempSync(join(tmpdir(), 'tocsin-kept-'));
  tone = await site.file('Tone', 4);
  const programme = join(site.deps.env.DATA_DIR, 'media', 'file', String(tone), 'programme');
  writeFileSync(join(programme, 'programme.opk'), Buffer.concat(encodeSignal(sine(440, -16), 4)));
});
afterEach(() => {
  link.restore();
  for (const terminal of running.splice(0)) terminal.stop();
});
afterAll(async () => {
  await link.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const secrets = new Map<string, string | undefined>();
/** Its wall clock is days off the server's; the server tells it the time. */
function start(code: string): Terminal {
  const terminal = createTerminal({
    server: `http://127.0.0.1:${link.port}`,
    code,
    secret: { get: () => secrets.get(code), set: (secret) => void secrets.set(code, secret) },
    keep: { folder: join(folder, code), bytes: 1e7 },
  });
  running.push(terminal);
  return terminal;
}
async function adopted(code: string): Promise<{ terminal: Terminal; id: number }> {
  const terminal = start(code);
  const row = await until('found', () => site.found().find((one) => one.code === code));
  const answer = await site.post(`/v1/terminal_found/${row.id}/adopt`, { name: code, org: null });
  const { id } = answer.body.value as { id: number };
  await terminal.until(({ session }) => session.phase === 'welcomed' && session.clock.synced);
  return { terminal, id };
}
/** Task that plays the tone `count` times from `ms` on, stored by its terminal. */
async function held(id: number, ms: number, count = 1) {
  const { start_date, start_time, at } = site.wall.in(ms);
  const body = { files: [tone], devices: [id], start_date, start_time, end_date: start_date };
  const task = await site.task({ ...body, offline_tasks: true, count });
  await until('held', () => site.view(id)?.state === 'synced');
  return { task, at };
}
async function proofs(task: number): Promise<BroadcastTargetRow[]> {
  const [run] = await site.runs(task);
  const path = `/v1/task_log/${run?.id}/target`;
  return run ? (await site.value<{ rows: BroadcastTargetRow[] }>('GET', path)).rows : [];
}
const slow = { timeout: 90_000 };
const quiet = ({ session }: Terminal) => session.state === 'idle';
/** Tells if the terminal plays its stored copy, rather than the rest of a stream. */
const soundsAlone = (one: Terminal) =>
  sounds(one) && (one.session.present().stream?.broadcast ?? 1) === 0 && one.sound().sounding;
const sounds = ({ session }: Terminal) => session.state === 'playing';

test('a task is heard on time without a link, and the run of the server has the proof', slow, async () => {
  const { terminal, id } = await adopted('ALONE-1');
  const { task, at } = await held(id, 8_000);
  link.cut();
  expect(at - site.wall.now()).toBeGreaterThan(1_500);
  await terminal.until(sounds);
  expect(terminal.session.phase).not.toBe('welcomed');
  await terminal.until(quiet);
  link.restore();
  const [row] = await until('the report', async () => {
    const rows = await proofs(task.id);
    return rows[0]?.first_sound_at ? rows : null;
  });
  expect(Math.abs((row?.first_sound_at ?? 0) - at)).toBeLessThan(100);
  expect(row?.offline_ms).toBeGreaterThan(3_500);
  expect(row?.played_ms).toBeGreaterThanOrEqual(row?.offline_ms ?? 0);
});

test(
  'it is played offline after a restart of the program too, and taken over by the server in the middle',
  slow,
  async () => {
    const { terminal, id } = await adopted('ALONE-2');
    const { task } = await held(id, 4_000, 8);
    await terminal.until(sounds);
    link.cut();
    await terminal.until(soundsAlone);
    // Power loss: no message is sent and nothing is written.
    terminal.stop();
    running.length = 0;
    const again = start('ALONE-2');
    await again.until(soundsAlone);
    expect(again.session.settings?.ao_volume).toBe(terminal.session.settings?.ao_volume);
    link.restore();
    await again.until((one) => one.session.phase === 'welcomed' && sounds(one));
    expect(again.offline?.view()?.playing).toBeNull();
    await until('both', async () => {
      const [row] = await proofs(task.id);
      return (row?.offline_ms ?? 0) > 0 && (row?.played_ms ?? 0) > (row?.offline_ms ?? 0);
    });
  },
);

test('a run missed by the server was played offline: no fault, and the log has it', slow, async () => {
  const { terminal, id } = await adopted('ALONE-3');
  const { task, at } = await held(id, 6_000);
  // Same as a server that was down: the run is not stored when its terminal reports it.
  await site.deps.schedule.scheduler.close();
  link.cut();
  await terminal.until(sounds);
  await terminal.until(quiet);
  link.restore();
  const run = await until('the run', async () => (await site.runs(task.id))[0]);
  expect(run).toMatchObject({ end_reason: 'offline', due_at: String(at) });
  await until('the proof', async () => (await proofs(task.id))[0]?.first_sound_at);
  const log = await site.value<TaskLogRow>('GET', `/v1/task_log/${run.id}`);
  expect(log).toMatchObject({ result: 'offline', targets: 1, heard: 1 });
});

test(
  'an alarm continues offline until the server is back, and its message is fetched again when damaged',
  slow,
  async () => {
    const { terminal, id } = await adopted('ALONE-4');
    const items = await site.items([tone]);
    site.deps.alarmKeeping.setAlarmMessages(new Map([[id, [{ plan: 1, title: 'Fire', items }]]]));
    await until('held', () => site.view(id)?.state === 'synced');
    const alarm = await startAlarm(site, items, [id]);
    await terminal.until(sounds);
    link.cut();
    await terminal.until(soundsAlone);
    expect(terminal.offline?.view()?.playing).toEqual({ title: 'Fire', isAlarm: true });
    await site.deps.broadcasting.engine.stop(alarm);
    link.restore();
    await terminal.until((one) => one.session.phase === 'welcomed' && quiet(one));
    await until('its proof', async () => {
      const { rows } = await site.database.pool.query(
        'select offline_ms from broadcast_target where broadcast_id = $1',
        [alarm.id],
      );
      return Number(rows[0]?.offline_ms) > 0;
    });

    const bytes = site.view(id)?.bytes;
    terminal.stop();
    const own = join(folder, 'ALONE-4');
    const [file = ''] = readdirSync(own).filter((name) => name.endsWith('.opk'));
    writeFileSync(join(own, file), 'rotten');
    start('ALONE-4');
    const path = join(own, file);
    await until('mended', () => existsSync(path) && readFileSync(path).length === bytes);
    await until('held', () => site.device(id)?.online && site.view(id)?.state === 'synced');
  },
);
