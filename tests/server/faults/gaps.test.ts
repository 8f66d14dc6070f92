import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { type Site, startSite } from '../terminals/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('gaps in the sound are a fault, until the terminal has nothing more to play', async () => {
  const fault = () =>
    site.deps.live
      .topic<Fault>('fault')
      .snapshot()
      .find(({ kind, subject }) => kind === 'terminal_gaps' && subject === String(id));
  const { client, id } = await site.adopted('GAPS-1');
  const { devices } = site.deps.terminals;
  devices.setPlaying(id, {
    task_id: 12,
    tasks: 'Bell',
    play_status: 2,
    reason: { key: 'playing', params: {} },
  });
  const playing = { state: 'playing', stream: 12, level_db: -20 } as const;
  client.report({ ...playing, received: 100 });
  client.report({ ...playing, received: 400, lost: 60 });
  await expect.poll(() => fault()?.params).toMatchObject({ code: 'GAPS-1', task: 'Bell' });
  expect(site.device(id)).toMatchObject({ lossy: true, sound: 'ok' });
  devices.setPlaying(id, null);
  await expect.poll(fault).toBeUndefined();
  expect(site.device(id)).toMatchObject({ lossy: false, lost_pct: null });
});
