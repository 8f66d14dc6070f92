import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';

/** Control tasks that switch amplifiers, with a recorded headless loudspeaker. */
let site: TalkSite;
beforeAll(async () => {
  site = await startTalkSite();
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
});

const wait = { timeout: 60_000 };
async function call<T>(method: string, path: string, body: object = {}): Promise<T> {
  const options = method === 'GET' ? { token: site.token } : { token: site.token, body };
  const answer = await site.call(method, path, options);
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value as T;
}

test('a terminal that is switched off plays nothing and reports it; switched on, it is heard again', async () => {
  const zone = site.top();
  const { id, recording } = await site.speaker('POWER-1', zone);
  const capturer = await site.capturer('POWER-CAP', zone);
  const control = async (control_action: string) => {
    const task = await call<{ id: number }>('POST', '/v1/scheduled_task', {
      name: control_action,
      audio_source: 101,
      control_action,
      devices: [id],
      start_date: '2026-01-01',
      start_time: '22:00',
    });
    await call('POST', `/v1/scheduled_task/${task.id}/start`);
    const { rows } = await call<{ rows: TaskLogRow[] }>('GET', `/v1/task_log?task_id=${task.id}`);
    expect(rows[0]).toMatchObject({ result: 'done', targets: 1, heard: 1 });
  };
  const sounds = () => recording.firstSound((recording.endUs ?? 0) - 500_000, 0.005) !== null;
  const body = { name: 'Hall', capturer: capturer.id, capturer_channel: 1, devices: [id] };
  const task = await call<{ id: number }>('POST', '/v1/capturer_task', body);
  await call('POST', `/v1/capturer_task/${task.id}/start`);
  await expect.poll(sounds, wait).toBe(true);

  await control('power_off');
  await expect.poll(() => site.device(id)?.reason, wait).toEqual({ key: 'off', params: { task: 'Hall' } });
  await expect.poll(sounds, wait).toBe(false);
  // Intended silence is no fault.
  const from = recording.endUs ?? 0;
  await expect.poll(() => (recording.endUs ?? 0) - from > 3_000_000, wait).toBe(true);
  expect(site.device(id)).toMatchObject({ sound: 'none', reason: { key: 'off' } });
  expect(recording.firstSound(from, 0.001)).toBeNull();

  await control('power_on');
  await expect.poll(sounds, wait).toBe(true);
  await expect.poll(() => site.device(id)?.reason.key, wait).toBe('playing');
  await call('POST', `/v1/capturer_task/${task.id}/stop`);
});

test('an alarm and the emergency microphone switch it on, and it is switched off again after them', async () => {
  const { id, terminal, recording } = await site.speaker('POWER-2', site.top());
  const { streams } = terminal.session;
  const isOn = () => streams.powered;
  expect(await site.deps.terminals.gateway.command(id, 'power_off')).toMatchObject({ ok: true });
  expect(isOn()).toBe(false);

  const task = await call<{ id: number }>('POST', '/v1/linkage_task', {
    name: 'Leave',
    audio_source: 1,
    textContent: 'Leave the building.',
    tone: 'alert',
    devices: [id],
  });
  const plan = await call<{ id: number }>('POST', '/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [task.id],
    reset_time: 0,
  });
  await call('POST', `/v1/alarm_plan/${plan.id}/start`);
  await expect.poll(isOn, wait).toBe(true);
  const from = recording.endUs ?? 0;
  await expect.poll(() => recording.firstSound(from, 0.005), wait).not.toBeNull();
  // Switching it off meanwhile does not silence the alarm.
  await site.deps.terminals.gateway.command(id, 'power_off');
  expect(isOn()).toBe(true);
  await call('POST', `/v1/alarm_plan/${plan.id}/stop`);
  await expect.poll(isOn, wait).toBe(false);

  const { ticket } = await call<{ ticket: string }>('POST', '/v1/talk/ticket');
  const socket = new WebSocket(`ws://${site.host}/v1/talk?ticket=${ticket}`);
  await new Promise((resolve) => socket.once('open', resolve));
  const start = { type: 'talk.start', request: 1, mode: 'emergency', targets: { all: true } };
  socket.send(JSON.stringify(start));
  await expect.poll(isOn, wait).toBe(true);
  socket.close();
  await expect.poll(isOn, wait).toBe(false);

  await site.deps.terminals.gateway.command(id, 'power_on');
  expect(isOn()).toBe(true);
});
