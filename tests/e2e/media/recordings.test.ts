import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { tone } from '../../server/recordings/sound.ts';
import { isLong } from '../../support/random.ts';
import { speakAt } from '../../support/talker.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import type { Hall } from '../support/hall.ts';
import { test as ownHall } from '../support/ownHall.ts';

/** Recordings and the replay of an alarm, from real broadcasts. */
const test = ownHall.extend<{ gate: Gate }>({
  gate: async ({ hall }, use) => {
    await use(gateOf(hall, (await hall.speakers(['GATE']))[0]?.id ?? 0));
  },
});
test.afterEach(({ page }) => expectNoComplaints(page));

const SHOTS = process.env.SHOTS;
async function shots(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
type Gate = ReturnType<typeof gateOf>;
/** Speech to a loudspeaker, and its recordings. */
function gateOf({ api, server }: Hall, speaker: number) {
  const recordings = async (query: string) =>
    (await api.get<{ rows: RecordFile[] }>(`/v1/record_file?${query}`)).rows;
  return {
    speaker,
    recordings,
    speak: (mode: 'page' | 'emergency') =>
      speakAt(server.url, api, { mode, targets: { devices: [speaker] } }, tone(440, 2)),
    over: (query: string, count: number) =>
      api.until(`${count} recordings`, async () => {
        const rows = await recordings(query);
        return (rows.length === count && rows.every((row) => row.duration_ms !== null)) || null;
      }),
  };
}

test('a page is listed automatically, heard with its waveform, downloaded, exported and deleted', async ({
  page,
  hall,
  gate: { speak, recordings, over },
}) => {
  await openConsole(page, hall.server, '/menu_record_file');
  await expect(page.getByText('No recordings yet')).toBeVisible();
  await expectAccessible(page);
  const stop = await speak('page');
  const row = gridRow(page, 'record_file', 'GATE');
  await expect(row).toContainText('Being recorded');
  await expect(row.getByRole('button', { name: /Listen to/ })).toHaveAttribute('aria-disabled', 'true');
  await hall.api.until('it lasts', async () => {
    const [one] = await recordings('');
    return (one !== undefined && Date.now() - one.began_at > 4_000) || null;
  });
  stop();
  await over('recordType=page', 1);
  await expect(row).not.toContainText('Being recorded');

  await row.getByRole('button', { name: /Listen to/ }).click();
  const player = page.getByTestId('player');
  await expect(player).toHaveAttribute('data-status', /playing|paused/);
  const wave = page.getByTestId('waveform');
  await expect(wave).toBeVisible();
  await wave.click({ position: { x: 5, y: 20 } });
  const slider = player.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(player).toHaveAttribute('data-status', /playing|paused/);

  await row.locator('[col-id=callerName]').dblclick();
  const panel = page.getByTestId('recording-panel');
  await expect(panel).toContainText('Task log');
  await expectAccessible(page);
  await shots(page, 'recordings');
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.ogg$/);
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('OggS');
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await exported).path(), 'utf8')).toContain('GATE');

  await page.getByRole('button', { name: 'Type: all' }).click();
  await page.getByRole('menuitemradio', { name: 'Call' }).click();
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await expect(page).toHaveURL(/recordType=call/);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await row.locator('[col-id=callerName]').dblclick();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 recording' }).click();
  await expect(page.getByText('No recordings yet')).toBeVisible();
});

if (isLong)
  test('an alarm is replayed as it went: events, its message and the emergency microphone over it', async ({
    page,
    hall,
    gate: { speaker, speak, recordings, over },
  }) => {
    const sound = wav({ rate: 8000, channels: 1, seconds: 3 }, sine(440, 0.3));
    const song = await hall.api.upload('Leave.wav', sound);
    const task = await hall.api.post<{ id: number }>('/v1/linkage_task', {
      name: 'Leave the hall',
      files: [song],
      devices: [speaker],
    });
    const plan = await hall.api.post<{ id: number }>('/v1/alarm_plan', {
      name: 'Fire',
      linkage_task_ids: [task.id],
      reset_time: 1,
    });
    const { alarm_id: alarm } = await hall.api.post<{ alarm_id: number }>(`/v1/alarm_plan/${plan.id}/start`);
    await hall.api.until(
      'it is recorded',
      async () => (await recordings(`alarm_id=${alarm}`)).length === 1 || null,
    );
    const stop = await speak('emergency');
    await hall.api.until('the microphone too', async () => {
      const rows = await recordings(`alarm_id=${alarm}`);
      const [talk] = rows.filter((row) => row.emergency);
      return (talk !== undefined && Date.now() - talk.began_at > 4_000) || null;
    });
    stop();
    await hall.api.post(`/v1/alarm_plan/${plan.id}/stop`);
    await over(`alarm_id=${alarm}`, 2);

    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await openConsole(page, hall.server, `/menu_alarm_record?id=${alarm}`);
    const replay = page.getByTestId('replay');
    await expect(replay.getByRole('checkbox', { name: /Leave the hall/ })).toBeChecked();
    await expectAccessible(page);
    const at = async () => Number(await replay.getAttribute('data-at'));
    await expect.poll(at).toBe(0);
    await replay.getByRole('button', { name: 'Replay', exact: true }).click();
    await expect.poll(at).toBeGreaterThan(1_000);
    await expect(replay.locator('[aria-current=time]')).toHaveCount(1);
    await shots(page, 'replay');
    // Paused before its end in one step, as it lasts only a few seconds; restarted if it was over by then.
    await replay.evaluate(async (node: HTMLElement) => {
      const slider = node.querySelector<HTMLElement>('[role=slider]');
      const space = () =>
        slider?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      slider?.focus();
      if (node.dataset.playing === 'false') space();
      while (node.dataset.playing === 'false') await frame();
      space();
    });
    await expect(replay).toHaveAttribute('data-playing', 'false');
    await page.keyboard.press('Home');
    await expect.poll(at).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBeGreaterThan(0);
    await page.keyboard.press('Home');
    await expect.poll(at).toBe(0);
    await page.keyboard.press('PageDown');
    await expect.poll(at).toBeGreaterThanOrEqual(0);
    await replay
      .getByRole('button', { name: /^Replay from/ })
      .last()
      .click();
    await page.keyboard.press('Home');
    await replay.getByRole('button', { name: 'Replay', exact: true }).click();
    await expect(replay).toHaveAttribute('data-playing', 'true');
    // It plays to its end, and stops there.
    await expect(replay).toHaveAttribute('data-playing', 'false', { timeout: 60_000 });
    await expect.poll(at).toBeGreaterThan(4_000);

    await page.getByRole('button', { name: 'Print report' }).click();
    const report = page.locator('.tocsin-report');
    await expect(report).toContainText('Recordings');
    await expect(report).toContainText('Leave the hall');
  });
