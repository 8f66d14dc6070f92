import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PresetText } from '../../../contract/entities/sound/presetText.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

let site: AirSite;
beforeAll(async () => {
  site = await startAirSite();
});
afterAll(() => site.close());

test('a preset text is the source of a real-time task, once it is built', async () => {
  const { id: device } = await site.adopted('TEXT-1', site.top());
  const made = await site.post('/v1/preset_text', {
    name: 'Closing',
    textContent: 'We close in ten minutes.',
  });
  const { id } = made.body.value as PresetText;
  const body = { audio_source: 1, preset_text: id, devices: [device] };
  const built = await eventually(
    async () => {
      const row = (await site.get(`/v1/preset_text/${id}`)).body.value as PresetText;
      expect(row.build_status).toBe('built');
      return row;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await site.dryRun(body)).toMatchObject({ targets: 1, total_ms: built.duration_ms });
  const task = await site.started(body);
  expect(site.live(task)).toMatchObject({ item_name: 'Closing', item_duration_ms: built.duration_ms });
  const none = await site.start({ ...body, preset_text: 999_999 });
  expect(none.body.code).toBe(404);
  const nothing = await site.start({ ...body, preset_text: null });
  expect(nothing.body.value).toMatchObject({ fields: [{ path: 'textContent', key: 'rules.selectTts' }] });
});

test('chimes frame files and texts; the duration is that of the content between them', async () => {
  const { id: device } = await site.adopted('CHIME-1', site.top());
  const [ding, song] = [await site.file('Ding', 2), await site.file('Song', 10)];
  const body = { files: [song], devices: [device], chime_before: ding, chime_after: ding };
  expect(await site.dryRun(body)).toMatchObject({ total_ms: 14_000 });
  expect(await site.dryRun({ ...body, duration: 4 })).toMatchObject({ total_ms: 8_000 });
  const task = await site.started({ ...body, duration: 4 });
  expect(site.live(task)).toMatchObject({ item_name: 'Ding', total_ms: 8_000, left_ms: 8_000 });
  await site.act(task, 'next');
  expect(site.live(task)).toMatchObject({ item_name: 'Song' });
  expect((await site.start({ ...body, chime_before: 999_999 })).body.code).toBe(404);
  await site.act(task, 'stop');
});

test('entries that saved tasks play cannot be deleted', async () => {
  const made = await site.post('/v1/preset_text', { name: 'Kept', textContent: 'Kept.' });
  const { id } = made.body.value as PresetText;
  const { id: device } = await site.adopted('KEPT-1', site.top());
  const saved = await site.post('/v1/scheduled_task', {
    name: 'Every evening',
    audio_source: 1,
    preset_text: id,
    start_date: '2026-01-01',
    start_time: '20:00',
    devices: [device],
  });
  expect(saved.body.code).toBe(200);
  const kept = await site.call('DELETE', `/v1/preset_text/${id}`, { token: site.token });
  expect([kept.body.code, kept.body.message]).toEqual([
    409,
    '“Kept” is in use and cannot be deleted: Every evening',
  ]);
});
