import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CapturerTask } from '../../contract/entities/tasks/capturerTask.ts';
import { startTalkSite, type TalkSite } from './talk/talkSite.ts';

/** Capturers at the real server: a channel heard by headless loudspeakers. */
let site: TalkSite;
let zone: number;
beforeAll(async () => {
  site = await startTalkSite({ capturerMs: 3_000 });
  zone = await site.zone('Hall');
});
afterEach(() => site.stopTerminals());
afterAll(() => site.close());

const wait = { timeout: 60_000 };
const path = '/v1/capturer_task';
type Speaker = Awaited<ReturnType<TalkSite['speaker']>>;

async function call<T>(method: string, to: string, body?: object, token = site.token): Promise<T> {
  const answer = await site.call(method, to, body === undefined ? { token } : { token, body });
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value as T;
}
const created = (body: object) => call<CapturerTask>('POST', path, { name: 'Door microphone', ...body });
const shown = (id: number) => site.deps.live.topic<CapturerTask>('capturer_task').get(id);
/** Tells if the loudspeaker has sounded within its last half second. */
const sounds = ({ recording }: Speaker) =>
  recording.firstSound((recording.endUs ?? 0) - 500_000, 0.005) !== null;

test('manual: the channel is heard, silent while the capturer is away, and heard again', async () => {
  const speaker = await site.speaker('CAP-S1', zone);
  const capturer = await site.capturer('CAP-1', zone);
  const task = await created({ capturer: capturer.id, capturer_channel: 1, orgs: [zone] });
  expect(task).toMatchObject({ targets: 1, state: null, play_status: 0, whole: true, org: [zone] });

  await call('POST', `${path}/${task.id}/start`, {});
  expect(shown(task.id)).toMatchObject({ state: 'playing', by_io: false, play_status: 4 });
  await expect.poll(() => sounds(speaker), wait).toBe(true);
  expect(site.device(speaker.id)).toMatchObject({ tasks: 'Door microphone' });

  capturer.terminal.session.stop('away');
  await expect.poll(() => sounds(speaker), wait).toBe(false);
  expect(shown(task.id)?.state).toBe('playing');
  capturer.terminal.session.retry();
  await expect.poll(() => sounds(speaker), wait).toBe(true);

  await call('POST', `${path}/${task.id}/pause`, {});
  await expect.poll(() => sounds(speaker), wait).toBe(false);
  expect(shown(task.id)?.state).toBe('paused');
  await call('POST', `${path}/${task.id}/resume`, {});
  await expect.poll(() => sounds(speaker), wait).toBe(true);
  await call('POST', `${path}/${task.id}/stop`, {});
  expect(shown(task.id)).toMatchObject({ state: null, broadcast_id: null });
  const { rows } = await call<{ rows: object[] }>('GET', '/v1/task_log?task_type=7');
  expect(rows[0]).toMatchObject({
    task_type: 7,
    audio_source: 3,
    capturer_code: 'CAP-1',
    capturer_channel: 1,
  });
});

test('IO mode: the closed input starts the enabled tasks of its channel, the opened one ends them', async () => {
  const speaker = await site.speaker('CAP-S2', zone);
  const capturer = await site.capturer('CAP-2', zone);
  const input = capturer.terminal.part?.capture?.input(1);
  if (input === undefined) throw new Error('no channel');
  const body = { capturer: capturer.id, capturer_channel: 1, orgs: [zone] };
  const task = await created(body);
  const off = await created({ ...body, name: 'Not by itself', enabled: false });
  const status = () => site.deps.terminals.devices.get(capturer.id)?.status;
  const reads = (io: boolean) => expect.poll(status, wait).toMatchObject({ channels: [{ io }] });

  // In the default mode an input has no effect.
  input.io = true;
  await reads(true);
  input.io = false;
  await reads(false);
  expect(shown(task.id)?.state).toBeNull();

  await call('PATCH', `/v1/capturer/${capturer.id}`, { mode: 'io' });
  input.io = true;
  await expect.poll(() => shown(task.id), wait).toMatchObject({ state: 'playing', by_io: true });
  expect(shown(off.id)?.state).toBeNull();
  await expect.poll(() => sounds(speaker), wait).toBe(true);
  const on = site.deps.live.topic('task').snapshot();
  expect(on).toMatchObject([{ task_type: 7, started_by: 'CAP-2' }]);
  input.io = false;
  await expect.poll(() => shown(task.id)?.state, wait).toBeNull();

  // An input does not end what a person has started.
  await call('POST', `${path}/${task.id}/start`, {});
  input.io = true;
  await reads(true);
  input.io = false;
  await reads(false);
  expect(shown(task.id)).toMatchObject({ state: 'playing', by_io: false });
  await call('POST', `${path}/${task.id}/stop`, {});
});

test('a task started by an input is ended with a fault when its capturer does not return; it restarts when it is back', async () => {
  const speaker = await site.speaker('CAP-S6', zone);
  const capturer = await site.capturer('CAP-6', zone);
  const music = await site.capturer('CAP-MUSIC', zone);
  const input = capturer.terminal.part?.capture?.input(1);
  if (input === undefined) throw new Error('no channel');
  await call('PATCH', `/v1/capturer/${capturer.id}`, { mode: 'io' });
  const below = await created({
    name: 'Music',
    capturer: music.id,
    capturer_channel: 1,
    orgs: [zone],
    priority: 1,
  });
  const door = await created({
    name: 'Door',
    capturer: capturer.id,
    capturer_channel: 1,
    orgs: [zone],
    priority: 99,
  });
  await call('POST', `${path}/${below.id}/start`, {});
  input.io = true;
  await expect.poll(() => shown(door.id)?.by_io, wait).toBe(true);
  await expect.poll(() => site.device(speaker.id)?.tasks, wait).toBe('Door');

  capturer.terminal.session.stop('away');
  await expect.poll(() => shown(door.id)?.state, wait).toBeNull();
  await expect.poll(() => site.device(speaker.id)?.tasks, wait).toBe('Music');
  const faults = () => site.deps.faultWatch.faults.allOpen().filter(({ kind }) => kind === 'capturer_gone');
  expect(faults()).toMatchObject([{ terminal_id: capturer.id, params: { task: 'Door', name: 'CAP-6' } }]);

  // Its contact is still closed.
  capturer.terminal.session.retry();
  await expect.poll(() => shown(door.id)?.by_io, wait).toBe(true);
  await expect.poll(faults, wait).toEqual([]);
  input.io = false;
  await expect.poll(() => shown(door.id)?.state, wait).toBeNull();
  await call('POST', `${path}/${below.id}/stop`, {});
});

test('a saved task plays a channel for its duration, and the log names the channel', async () => {
  const speaker = await site.speaker('CAP-S3', zone);
  const capturer = await site.capturer('CAP-3', zone);
  const fields = {
    name: 'Lesson',
    audio_source: 3,
    capturer: capturer.id,
    start_date: '2026-01-01',
    start_time: '08:00',
    duration: 2,
    devices: [speaker.id],
  };
  await expect(call('POST', '/v1/scheduled_task', fields)).rejects.toThrow();
  const saved = await call<{ id: number }>('POST', '/v1/scheduled_task', { ...fields, capturer_channel: 1 });
  await call('POST', `/v1/scheduled_task/${saved.id}/start`, {});
  // Its time may be over already.
  await expect.poll(() => speaker.recording.firstSound(0, 0.005), wait).not.toBeNull();
  const last = async () => (await call<{ rows: object[] }>('GET', '/v1/task_log?limit=1')).rows[0];
  await expect
    .poll(last, wait)
    .toMatchObject({ task_type: 0, result: 'time', capturer_code: 'CAP-3', capturer_channel: 1 });
});

test('rights and zones: a caller who does not see all of a task may not change or start it', async () => {
  const other = await site.zone('Cellar');
  const speaker = await site.speaker('CAP-S4', other);
  const capturer = await site.capturer('CAP-4', zone);
  const task = await created({ capturer: capturer.id, capturer_channel: 1, devices: [speaker.id] });
  const token = await site.limited('hall_only', zone, 'operator');
  const seen = await call<CapturerTask>('GET', `${path}/${task.id}`, undefined, token);
  expect(seen).toMatchObject({ whole: false, org: [zone] });
  const refused = await site.call('POST', `${path}/${task.id}/start`, { token, body: {} });
  expect(refused.body.code).toBe(403);
  const theirs = { name: 'x', capturer: capturer.id, capturer_channel: 1, devices: [speaker.id] };
  expect((await site.call('POST', path, { token, body: theirs })).body.code).toBe(404);
  expect(
    (await site.call('POST', path, { token: site.token, body: { ...theirs, capturer_channel: 33 } })).body
      .code,
  ).toBe(400);
});
