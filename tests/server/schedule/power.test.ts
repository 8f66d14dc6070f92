import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TaskLogRow } from '../../../contract/entities/taskLog.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';

/** Control tasks that switch amplifiers, with a headless loudspeaker that is recorded. */
let site: TalkSite;
beforeAll(async () => {
  site = await startTalkSite();
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
});

const wait = { timeout: 20_000 };
async function call<T>(method: string, path: string, body: object = {}): Promise<T> {
  const options = method === 'GET' ? { token: site.token } : { token: site.token, body };
  const answer = await site.call(method, path, options);
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value as T;
}

test('switched off, a terminal plays nothing and says so; switched on, it is heard again', async () => {
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
  const sounds = () => recording.firstSound((recording.end_us ?? 0) - 500_000, 0.005) !== null;
  const body = { name: 'Hall', capturer: capturer.id, capturer_channel: 1, devices: [id] };
  const task = await call<{ id: number }>('POST', '/v1/capturer_task', body);
  await call('POST', `/v1/capturer_task/${task.id}/start`);
  await expect.poll(sounds, wait).toBe(true);

  await control('power_off');
  await expect.poll(() => site.device(id)?.why, wait).toEqual({ key: 'off', params: { task: 'Hall' } });
  await expect.poll(sounds, wait).toBe(false);
  // That nothing is heard is meant, and no fault of its own.
  const from = recording.end_us ?? 0;
  await expect.poll(() => (recording.end_us ?? 0) - from > 3_000_000, wait).toBe(true);
  expect(site.device(id)).toMatchObject({ sound: 'none', why: { key: 'off' } });
  expect(recording.firstSound(from, 0.001)).toBeNull();

  await control('power_on');
  await expect.poll(sounds, wait).toBe(true);
  await expect.poll(() => site.device(id)?.why.key, wait).toBe('playing');
  await call('POST', `/v1/capturer_task/${task.id}/stop`);
});
