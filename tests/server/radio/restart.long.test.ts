import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { Hall } from '../../e2e/support/hall.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer } from '../../support/server.ts';
import { type StreamServer, startStreamServer } from './streamServer.ts';

let hall: Hall;
let streams: StreamServer;
beforeAll(async () => {
  streams = await startStreamServer();
  hall = new Hall(await startServer({ env: { STREAM_ALLOW: '127.0.0.1' } }));
  await hall.api.login('admin', hall.server.adminPassword);
}, 120_000);
afterAll(async () => {
  await hall?.close();
  await streams?.close();
});

test('kill -9 while a station plays: the next start connects to it again, and it sounds', async () => {
  const [speaker] = await hall.speakers(['RADIO-KILL']);
  const { id: radio } = await hall.api.post<{ id: number }>('/v1/radio', {
    name: 'Harbour',
    radio_url: `${streams.url}/live`,
  });
  const { id } = await hall.start({ audio_source: 2, radio, devices: [speaker?.id] });
  const sounding = async () => {
    const { live } = await hall.api.get<{ live: BroadcastLive | null }>(`/v1/task/${id}`);
    expect(live).toMatchObject({ state: 'playing', sounding: 1 });
    expect(live?.level_db ?? -200).toBeGreaterThan(-40);
  };
  const long = { timeout: 60_000, interval: 100 };
  await eventually(sounding, long);
  await hall.server.kill9();
  await eventually(() => expect(streams.listeners.size).toBe(0), long);
  await hall.server.start();
  await eventually(sounding, long);
  expect(streams.listeners.size).toBe(1);
}, 240_000);
