import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import { type ScheduleSite, startScheduleSite } from '../schedule/scheduleSite.ts';

/** Play configuration: defaults of new tasks. */
let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

test('a task gets missing fields from it, and only those; a deleted chime is left out', async () => {
  const { id: device } = await site.adopted('PLAY-1');
  const [gong, song] = [await site.file('Gong', 1), await site.file('Song', 600)];
  const bell = { files: [song], devices: [device], ...site.wall.in(3_600_000) };
  const { at: _at, ...task } = bell;
  expect(await site.task(task)).toMatchObject({ volume: null, chime_before: null, resume_policy: 'live' });

  const config = {
    play_volume: 35,
    play_resume_policy: 'none',
    play_interval_time: 4,
    play_chime_before: gong,
    play_chime_after: null,
  };
  await site.value('PATCH', '/v1/sys/config', config);
  expect(await site.value('GET', '/v1/play_config')).toEqual(config);
  expect(await site.task(task)).toMatchObject({
    volume: 35,
    chime_before: gong,
    chime_after: null,
    resume_policy: 'none',
    interval_time: 4,
  });
  const explicit = await site.task({ ...task, volume: null, chime_before: null, resume_policy: 'position' });
  expect(explicit).toMatchObject({ volume: null, chime_before: null, resume_policy: 'position' });
  expect(await site.value<ScheduledTask>('GET', `/v1/scheduled_task/${explicit.id}`)).toMatchObject({
    volume: null,
  });

  // On the air: the volume is sent to the terminal, the chime plays first.
  const id = await site.started({ files: [song], devices: [device] });
  expect(site.live(id)).toMatchObject({ volume: 35, item_name: 'Gong', resume_policy: 'none' });
  await site.act(id, 'stop');
  // Sources without a list have no chime.
  const silence = await site.task({ ...task, files: [], audio_source: 100, duration: 5 });
  expect(silence).toMatchObject({ volume: 35, chime_before: null, interval_time: 0 });

  site.deps.live.topic('file').remove(gong);
  expect(await site.task(task)).toMatchObject({ chime_before: null });
  expect(await site.value('GET', '/v1/play_config')).toMatchObject({ play_chime_before: null });
});
