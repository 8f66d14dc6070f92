import { expect, type Page, test } from '@playwright/test';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { isLong } from '../../support/random.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall, SECOND_US, type Speaker } from '../support/hall.ts';

/**
 * Speech from the console and from a call station: Chromium's fake microphone beeps twice a second, and the loudspeakers record it.
 */
let hall: Hall;
let one: Speaker;
let two: Speaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  [one, two] = (await hall.speakers(['TALK-1', 'TALK-2'])) as [Speaker, Speaker];
});
test.afterAll(() => hall?.close());
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('talk.chime', 'off'));
});

const bar = (page: Page) => page.getByTestId('talk-bar');
const allCall = (page: Page) => page.getByTestId('all-call');
const LOUD = 0.02;

/** Resolves with the time at which a loudspeaker has played speech after a time. */
const heardAfter = (speaker: Speaker, from_us: number) => hall.soundAfter(speaker, from_us, LOUD);

/** The broadcast that began last. */
const newest = async () =>
  (await hall.api.get<{ rows: Record<string, unknown>[] }>('/v1/task?limit=1')).rows[0];

/** A short press, and the answer to its question. */
async function callAll(page: Page): Promise<void> {
  await allCall(page).click();
  await expect(page.getByTestId('talk-numbers')).toContainText(/\d+ terminal/);
  await page.getByTestId('all-call-go').click();
}

test('an all-call takes a press and one question, is heard everywhere, and ends with the next press', async ({
  page,
}) => {
  await openConsole(page, hall.server, '/menu_task_status');
  const pressed = monotonicUs();
  await callAll(page);
  await expect(bar(page)).toHaveAttribute('data-phase', 'speaking');
  await Promise.all([heardAfter(one, pressed), heardAfter(two, pressed)]);
  await expect(page.getByTestId('talk-heard')).toContainText('Heard at 2 of 2');
  await expect(allCall(page)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  // Right after a beep, so that it is known if the next one still comes.
  const beep = await heardAfter(one, monotonicUs());
  await allCall(page).click();
  const stopped = monotonicUs();
  await expect(bar(page)).toBeHidden();
  await hall.recorded(one, stopped + 1.5 * SECOND_US);
  const last = one.heard.lastSound(beep - SECOND_US, stopped + 1.5 * SECOND_US, LOUD) ?? 0;
  // Speech is heard to its end: within 150 ms on an idle machine, later after late packets.
  expect(last - stopped).toBeLessThan(300_000);
  // Proofs of delivery are stored shortly after the end.
  await expect
    .poll(newest)
    .toMatchObject({ audio_source: 99, task_type: 1, targets: 2, heard: 2, end_reason: 'hung_up' });
  expectNoComplaints(page);
});

if (isLong)
  test('held down it is push to talk, with a chime first if chosen', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('talk.chime', 'on'));
    await openConsole(page, hall.server, '/menu_task_status');
    await allCall(page).hover();
    const pressed = monotonicUs();
    await page.mouse.down();
    await expect(bar(page)).toHaveAttribute('data-phase', 'chiming');
    await heardAfter(one, pressed);
    await expect(bar(page)).toHaveAttribute('data-phase', 'speaking');
    await page.mouse.up();
    await expect(bar(page)).toBeHidden();
  });

if (isLong)
  test('speech to one chosen zone is heard only there', async ({ page }) => {
    const { id: zone } = await hall.api.post<{ id: number }>('/v1/partition', {
      name: 'Annex',
      code: 'annex',
      parent_id: (await hall.api.get<{ rows: { id: number }[] }>('/v1/partition')).rows[0]?.id,
    });
    await hall.api.post('/v1/device/batch', { action: 'zone', ids: [two.id], org: zone });
    await openConsole(page, hall.server, '/menu_task_status');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByTestId('talk-key').click();
    await expect(dialog).toContainText('Please select a device');
    await dialog.getByRole('treeitem', { name: /Annex/ }).click();
    await expect(dialog.getByTestId('talk-numbers')).toContainText('1 terminal, interrupts nothing');
    const pressed = monotonicUs();
    await dialog.getByTestId('talk-key').click();
    await expect(dialog).toContainText('Heard at 1 of 1');
    await expectAccessible(page);
    await heardAfter(two, pressed);
    await dialog.getByTestId('talk-key').click();
    await expect(bar(page)).toBeHidden();
    expect(one.heard.firstSound(pressed, LOUD)).toBeNull();
  });

test('a revoked permission ends the talk within a second', async ({ page }) => {
  const roles = await hall.api.get<{ rows: { id: number; code: string }[] }>('/v1/role');
  const emergency = roles.rows.find(({ code }) => code === 'emergency');
  const { id } = await hall.api.post<{ id: number }>('/v1/user', {
    code: 'speaker',
    name: 'Speaker',
    password: 'Loud-Voice-1',
    role_id: emergency?.id,
    all_zones: true,
    groups: [],
  });
  await openConsole(page, hall.server, '/menu_home_page', {
    refusals: true,
    account: { username: 'speaker', password: 'Loud-Voice-1' },
  });
  await callAll(page);
  await expect(bar(page)).toHaveAttribute('data-phase', 'speaking');
  await heardAfter(one, monotonicUs());
  const taken = monotonicUs();
  await hall.api.post('/v1/user/batch', { ids: [id], action: 'disable' });
  await hall.recorded(one, taken + 2 * SECOND_US);
  const last = one.heard.lastSound(taken - SECOND_US, taken + 2 * SECOND_US, LOUD) ?? 0;
  expect(last - taken).toBeLessThan(SECOND_US);
});

test('a terminal page with the role of a call station talks to the zones sent by the server, by one press', async ({
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
  await expect(page.getByTestId('call-state')).toHaveText('Heard at 2 of 2');
  await heardAfter(one, pressed);
  await expect(key).toHaveText(/End/);
  await key.click();
  const stopped = monotonicUs();
  await expect(key).toHaveText(/Speak/);
  await hall.recorded(one, stopped + SECOND_US);
  const last = one.heard.lastSound(pressed, stopped + SECOND_US, LOUD) ?? 0;
  expect(last - stopped).toBeLessThan(300_000);
  await expect.poll(newest).toMatchObject({ task_type: 2, audio_source: 99, targets: 2, heard: 2 });
});
