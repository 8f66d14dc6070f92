import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { speakAt } from '../../support/talker.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { decoded, level, tone } from './sound.ts';

/** Recordings of an alarm at a real server that is killed during it. */
let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
});
afterAll(() => server?.stop());

const recordings = async (query: string) =>
  (await api.get<{ rows: RecordFile[] }>(`/v1/record_file?${query}`)).rows.reverse();
const files = () => {
  const folder = join(server.dataDir, 'recordings');
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.ogg'))
    .map((path) => join(folder, path));
};

test('kill -9 while an alarm sounds: the recording is kept and ended, the rest is the next one, in order with the microphone', async () => {
  const url = `${server.url.replace('http', 'ws')}/v1/terminal?lang=en`;
  const hall = await TerminalClient.hello(url, { code: 'HALL-1', role: 0 });
  await hall.next('found');
  const [device] = await api.adopt(['HALL-1']);
  const leave = await api.post<{ id: number }>('/v1/linkage_task', {
    name: 'Leave',
    audio_source: 1,
    textContent: 'Leave the building.',
    tone: 'evacuate',
    devices: [device],
  });
  const plan = await api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [leave.id],
    reset_time: 1,
  });
  await api.until('its message is ready', async () => {
    const run = await api.post<{ steps: { tasks: { ready: boolean }[] }[] }>('/v1/alarm_plan/dry_run', {
      id: plan.id,
    });
    return run.steps.every(({ tasks }) => tasks.every(({ ready }) => ready)) || null;
  });
  const started = await api.post<{ alarm_id: number }>(`/v1/alarm_plan/${plan.id}/start`);
  const query = `alarm_id=${started.alarm_id}`;
  const first = await api.until('five seconds are recorded', async () => {
    const [row] = await recordings(query);
    return row !== undefined && Date.now() - row.began_at > 5_000 ? row : null;
  });
  expect(first).toMatchObject({
    recordType: 'alarm',
    duration_ms: null,
    name: expect.stringContaining('Leave'),
  });
  await server.kill9();
  await server.start();

  const [cut, next] = await api.until('it goes on', async () => {
    const rows = await recordings(query);
    return rows.length === 2 ? rows : null;
  });
  expect(cut).toMatchObject({ id: first.id, cut_off: true });
  expect(next?.cut_off).toBe(false);
  expect(cut?.duration_ms).toBeGreaterThan(2_000);
  expect(next?.duration_ms).toBeNull();
  expect(next?.began_at).toBeGreaterThan((cut?.began_at ?? 0) + (cut?.duration_ms ?? 0));
  // Playable to its last sample.
  const repaired = files().find((path) => statSync(path).size === cut?.size) ?? '';
  expect(Math.abs(decoded(repaired).length / 48 - (cut?.duration_ms ?? 0))).toBeLessThan(20);

  const stop = await speakAt(
    server.url,
    api,
    { mode: 'emergency', targets: { devices: [device as number] } },
    tone(440, 2),
  );
  await api.until('the microphone is recorded', async () => {
    const [talk] = await recordings('recordType=page');
    return talk !== undefined && Date.now() - talk.began_at > 2_500 ? talk : null;
  });
  stop();
  await api.post(`/v1/alarm_plan/${plan.id}/stop`);
  const all = await api.until('all is over', async () => {
    const rows = await recordings(query);
    return rows.length === 3 && rows.every((row) => row.duration_ms !== null) ? rows : null;
  });
  expect(all.map((row) => [row.recordType, row.emergency, row.alarm_id === null])).toEqual([
    ['alarm', false, false],
    ['alarm', false, false],
    ['page', true, true],
  ]);
  expect(all[2]?.began_at).toBeGreaterThan(all[1]?.began_at ?? 0);
  for (const path of files()) {
    const samples = decoded(path);
    expect(level(samples, 0.5, samples.length / 48_000 - 0.5)).toBeGreaterThan(0.01);
  }
  expect(files()).toHaveLength(3);
}, 240_000);
