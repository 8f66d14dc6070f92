import { expect, test } from '@playwright/test';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { sine, wav } from '../../server/media/sounds.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall, type Speaker } from '../support/hall.ts';

/** Listening in from a terminal's panel. */
let hall: Hall;
let one: Speaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  [one] = (await hall.speakers(['EAR-1'])) as [Speaker];
});
test.afterAll(() => hall?.close());

test("a terminal's sound is heard in the console, after a notice the first time; the terminal is notified", async ({
  page,
}) => {
  const tone = await hall.api.upload(
    'tone.wav',
    wav({ rate: SAMPLE_RATE, channels: 1, seconds: 60 }, sine(440, 0.1)),
  );
  await hall.start({ files: [tone], devices: [one.id], volume: 100 });
  await openConsole(page, hall.server, `/menu_device_management?id=${one.id}`);
  const panel = page.getByTestId('device-panel');
  await panel.getByRole('button', { name: 'Listen in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Listening in' });
  await expect(dialog).toContainText('audit log');
  await expectAccessible(page);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Listen in' }).click();
  const level = panel.getByTestId('listen-level');
  // Level of the decoded sound: a tone of −16 LUFS.
  await expect.poll(async () => Number(await level.getAttribute('data-level')) || -200).toBeGreaterThan(-20);
  await expect.poll(() => one.terminal.session.sender.listeners.count).toBe(1);
  await panel.getByRole('button', { name: 'Stop listening' }).click();
  await expect.poll(() => one.terminal.session.sender.listeners.count).toBe(0);
  await panel.getByRole('button', { name: 'Listen in' }).click();
  await expect(level).toBeVisible();
  await expect(dialog).toBeHidden();
  expectNoComplaints(page);
});
