import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Radio } from '../../../contract/entities/sound/radio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { type StreamServer, startStreamServer } from '../radio/streamServer.ts';
import { type ScheduleSite, startScheduleSite, until } from './scheduleSite.ts';

/** Station that does not respond when its run is due. */
let site: ScheduleSite;
let server: StreamServer;
beforeAll(async () => {
  server = await startStreamServer();
  const streams = { allow: '127.0.0.1', times: { againMs: 50, mostAgainMs: 200, stallMs: 60_000 } };
  site = await startScheduleSite(streams, { sourceMs: 300 });
});
afterAll(async () => {
  await site.close();
  await server.close();
});

test('a run waits for its source in silence, with a fault, plays when the source responds, and ends on time', async () => {
  server.state.isUp = false;
  const { id: device, client } = await site.adopted('SILENT-1', site.top());
  const signs = setInterval(() => client.report(), 2_000);
  const body = { name: 'Harbour', radio_url: `${server.url}/live` };
  const radio = (await site.value<Radio>('POST', '/v1/radio', body)).id;
  const { at: _at, ...when } = site.wall.in(2_000);
  const task = await site.task({ audio_source: 2, radio, devices: [device], duration: 25, ...when });
  const faults = () => site.deps.faultWatch.faults.allOpen().filter((one) => one.kind === 'source_silent');
  const onAir = () => {
    const id = site.liveTask(task.id)?.broadcast_id ?? null;
    return id === null ? undefined : site.live(id);
  };
  try {
    await until('on the air, silent', () => onAir()?.source_silent === true);
    expect(site.device(device)).toMatchObject({ reason: { key: 'source_silent' }, tasks: task.name });
    const fault = await until('a fault', () => faults()[0]);
    expect(fault).toMatchObject({ params: { task: task.name }, org: site.top() });

    server.state.isUp = true;
    await until('sound', () => onAir()?.source_silent === false);
    const sounds = () =>
      client.frames.flatMap((bytes) => decodeAudioFrame(bytes)?.packets ?? []).some((one) => one.length > 3);
    await until('packets of sound', sounds);
    await until('no fault', () => faults().length === 0);
    const run = await until('its end', async () =>
      (await site.runs(task.id)).find((one) => one.state === 'ended'),
    );
    expect(run.end_reason).toBe('time');
  } finally {
    clearInterval(signs);
  }
});
