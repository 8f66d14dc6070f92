import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNth } from '../../support/random.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

let site: AirSite;
let device = 0;
beforeAll(async () => {
  site = await startAirSite();
  ({ id: device } = await site.adopted('GROW-1', site.top()));
});
afterAll(async () => {
  await site.close();
});

const words = (textContent: string) => ({ audio_source: 1, textContent, devices: [device] });

const spoken = [
  ['en', 'Attention please, the bus leaves in five minutes from the gate.'],
  ['cn', '各位同学请注意，校车将在五分钟后发车。'],
  ['ko', '안내 말씀 드립니다. 버스가 오 분 뒤에 출발합니다.'],
] as const;
test.each(everyNth(spoken, 3, 1))(
  'a new text in %s is on the air while it is spoken, and then known as a whole',
  async (_language, text) => {
    const task = await site.started(words(text));
    await expect.poll(() => site.live(task)?.total_ms, { timeout: 60_000 }).toBeGreaterThan(1_000);
    const [item] = site.deps.broadcasting.engine.get(task)?.items ?? [];
    expect(item?.path).not.toBe('');
    expect(existsSync(join(site.deps.env.DATA_DIR, item?.path ?? '', 'programme.opk'))).toBe(true);
    await site.act(task, 'stop');
  },
);

test.each([0, 60])(
  'a text after a chime, duration %i s: begins with the chime, its length is known when complete',
  async (duration) => {
    const chime = await site.file('Chime', 1);
    const task = await site.started({
      ...words(`The chime comes first, and then the words of case ${duration}.`),
      ...{ chime_before: chime, duration },
    });
    // With a time limit the text must be complete before the start.
    if (duration > 0) expect(site.live(task)?.total_ms).toBeGreaterThan(1_000);
    await expect.poll(() => site.live(task)?.total_ms, { timeout: 60_000 }).toBeGreaterThan(2_000);
    const items = site.deps.broadcasting.engine.get(task)?.items ?? [];
    expect(items.map(({ kind, part = 'between' }) => `${kind} ${part}`)).toEqual([
      'file before',
      'speech between',
    ]);
    for (const { path, duration_ms } of items) expect([path !== '', duration_ms > 0]).toEqual([true, true]);
    await site.act(task, 'stop');
  },
);

test('stopping during synthesis ends the broadcast at once; the speech is completed and cached', async () => {
  const text = 'This text is stopped before its last word. '.repeat(3);
  const task = await site.started(words(text));
  await site.act(task, 'stop');
  expect(site.deps.broadcasting.engine.get(task)).toBeUndefined();
  expect(site.live(task)).toBeUndefined();
  const { path, duration_ms } = await site.deps.media.speech.build({ text, voice: 'xiaoyan', speed: 50 });
  expect(duration_ms).toBeGreaterThan(3_000);
  expect(existsSync(join(site.deps.env.DATA_DIR, path, 'programme.opk'))).toBe(true);
});
