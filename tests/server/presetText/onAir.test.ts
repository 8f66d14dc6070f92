import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PresetText } from '../../../contract/entities/presetText.ts';
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
  const built = await vi.waitFor(
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
