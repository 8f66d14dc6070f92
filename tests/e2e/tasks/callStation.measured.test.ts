import { expect, test } from '@playwright/test';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { Hall, SECOND_US, type Speaker } from '../support/hall.ts';

/** Terminal page as a call station: Chromium's fake microphone beeps, and the loudspeakers play it. */
let hall: Hall;
let one: Speaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  [one] = (await hall.speakers(['CALLED-1'])) as [Speaker];
});
test.afterAll(() => hall?.close());

test('a page with the role of a call station talks to the zones sent by the server, by one press', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`${hall.server.url}/terminal?role=caster`);
  type Found = { rows: { id: number; kind: string }[] };
  const row = await hall.api.until('the call station is found', async () => {
    const { rows } = await hall.api.get<Found>('/v1/terminal_found?limit=1000');
    return rows.find(({ kind }) => kind === 'caster') ?? null;
  });
  await hall.api.post(`/v1/terminal_found/${row.id}/adopt`, { name: 'Front desk', org: null });
  const key = page.getByTestId('call-key');
  await expect(key).toHaveText(/Speak/);
  const pressed = monotonicUs();
  await key.click();
  await expect(page.getByTestId('call-state')).toHaveText('Heard at 1 of 1');
  await hall.soundAfter(one, pressed, 0.02);
  await expect(key).toHaveText(/End/);
  await key.click();
  const stopped = monotonicUs();
  await expect(key).toHaveText(/Speak/);
  await hall.recorded(one, stopped + SECOND_US);
  const last = one.heard.lastSound(pressed, stopped + SECOND_US, 0.02) ?? 0;
  expect(last - stopped).toBeLessThan(300_000);
  const newest = async () =>
    (await hall.api.get<{ rows: Record<string, unknown>[] }>('/v1/task?limit=1')).rows[0];
  await expect.poll(newest).toMatchObject({ task_type: 2, audio_source: 99, targets: 1, heard: 1 });
});
