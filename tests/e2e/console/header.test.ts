import { type Browser, expect, type Page, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import { chooseLanguage, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';
import { need } from '../support/library.ts';
import { type Link, openLink } from '../support/link.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';
import { textFaults } from '../support/textFaults.ts';

/**
 * Top bar in every language and state at usual widths: no texts overlap, none is cut without an ellipsis and
 * a tooltip, and nothing leaves the window.
 */

const languages = ['English', '中文', '한국어'];
const widths = [360, 390, 600, 768, 1001, 1100, 1240, 1241, 1300, 1366, 1501, 1920];
const states = ['quiet', 'microphone open', 'flood', 'alarm', 'no connection'] as const;
/** Languages in which a state is looked at: all of them in `npm run long`; else one, by turns. */
const languagesOf = (state: number) =>
  [...languages.entries()].filter(([i]) => isLong || i === state % languages.length);
/** Widths at which a state is looked at in each of its languages: all of them in `npm run long`; else two, by turns. */
const widthsOf = (_language: number, state: number): number[] =>
  isLong ? widths : widths.slice(2 * state, 2 * state + 2);
const names = ['Fire in the northern boarding house, second floor', '教学楼'.repeat(16)];
const notOnPhone = new Set(['clock', 'alarm-flood']);
const SHOTS = process.env.SHOTS;

let hall: Hall;
let link: Link;
let panel: Loudspeaker;
test.beforeAll(async () => {
  hall = await Hall.open();
  link = await openLink(hall.server.port);
  panel = new Loudspeaker(hall.server.url, 'FACP', hall.server.dataDir, ['--role', 'fire', '--outputs', '1']);
});
test.afterAll(async () => {
  await panel?.kill();
  await link?.close();
  await hall?.close();
});

async function shots(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` });
  }
}

/**
 * Widths at which a language is looked at while the browser blocks the buzzer: all of them in `npm run long`; for English in
 * an alarm, whose figures have the least room, those with the least; else of a phone, two rows, one row and a wide one
 * those that the language has in this state.
 */
const blockedWidths = (language: number, state: number): number[] =>
  isLong
    ? widths
    : languages[language] === 'English' && states[state] === 'alarm'
      ? [360, 768, 1241, 1300]
      : [360, 768, 1366, 1920].filter((_, i) => (i + state) % languages.length === language);

/** Opens the console in a browser that never allows sound, as before a person has pressed anything. */
async function openBlocked(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => {
    AudioContext.prototype.resume = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
  });
  await openConsole(page, { ...hall.server, url: link.url }, '/menu_device_management', { refusals: true });
  await expect(page.getByTestId('buzzer-blocked')).toBeVisible();
  return page;
}

/** Finds faults of the bar. `shown`: test ids of what must be visible. */
async function look(
  page: Page,
  state: (typeof states)[number],
  shown: readonly string[],
  widthsFor = widthsOf,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [i, language] of languagesOf(states.indexOf(state))) {
    await chooseLanguage(page, language);
    for (const width of widthsFor(i, states.indexOf(state))) {
      await page.setViewportSize({ width, height: 768 });
      // On a phone the tools of the bar are in the menu, and the key of alarms leads to the flood.
      const isPhone = width <= 640;
      const found = await textFaults(page, 'header, [data-testid=talk-bar], [data-testid=phone-bar]', [
        'all-call',
        ...(isPhone ? ['phone-menu', ...shown.filter((one) => !notOnPhone.has(one))] : ['account', ...shown]),
      ]);
      faults.push(...found.map((one) => `${state}, ${language}, ${width} px: ${one}`));
      if (SHOTS) await shots(page, `${state}-${language}-${width}`);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
  }
  await chooseLanguage(page, 'English');
  return faults;
}

test('texts of the top bar are whole and apart', async ({ page, browser }) => {
  // Five states, three languages.
  test.slow();
  const faults: string[] = [];
  const blocked = await openBlocked(browser);
  /** The same with the button that turns the buzzer on. */
  const lookBlocked = async (state: (typeof states)[number], shown: readonly string[]) => {
    const found = await look(blocked, state, ['buzzer-blocked', ...shown], blockedWidths);
    faults.push(...found.map((one) => `buzzer blocked, ${one}`));
  };
  await page.addInitScript(() => localStorage.setItem('talk.chime', 'off'));
  await openConsole(page, { ...hall.server, url: link.url }, '/menu_device_management', { refusals: true });
  await expect(page.getByTestId('on-air')).toContainText('Nothing on the air');
  faults.push(...(await look(page, 'quiet', ['on-air', 'faults', 'clock'])));
  await lookBlocked('quiet', ['on-air', 'faults']);

  const file = await need(hall, 'Music', 120);
  const [one, two] = await hall.speakers(['HALL-1', 'HALL-2']);
  await hall.start({ name: 'Morning', files: [file], devices: [one?.id], loop: 1 });
  await hall.start({ name: 'Break', files: [file], devices: [two?.id], loop: 1 });
  await expect(page.getByTestId('on-air')).toContainText('2 on the air');
  await page.getByTestId('all-call').press('Enter');
  await page.getByTestId('all-call-go').click();
  await expect(page.getByTestId('talk-heard')).toContainText('Heard at 2 of 2');
  const open = ['on-air', 'talk-end', 'talk-on-air', 'talk-time'];
  faults.push(...(await look(page, 'microphone open', open)));
  await page.getByTestId('talk-end').click();
  await expect(page.getByTestId('talk-bar')).toHaveCount(0);

  // As many as make a number of three digits.
  const lost = await hall.speakers(Array.from({ length: 100 }, (_, i) => `GONE-${i + 1}`));
  for (const { terminal } of lost) terminal.stop();
  await expect(page.getByTestId('faults')).toContainText(/1\d\d new/);
  await expect(page.getByTestId('alarm-flood')).toBeVisible();
  faults.push(...(await look(page, 'flood', ['on-air', 'alarm-flood'])));
  await lookBlocked('flood', ['on-air', 'alarm-flood']);

  await hall.api.adopt(['FACP']);
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  const body = { fire_control_device: rows[0]?.id, output_nums: [1], reset_time: 0 };
  for (const name of names) {
    const { id } = await hall.api.post<{ id: number }>('/v1/alarm_plan', { ...body, name });
    await hall.api.post(`/v1/alarm_plan/${id}/start`, {});
  }
  await expect(page.getByTestId('alarm-others')).toBeVisible();
  faults.push(...(await look(page, 'alarm', ['alarm-name', 'alarm-acknowledge'])));
  await lookBlocked('alarm', ['alarm-name', 'alarm-acknowledge']);

  link.cut();
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'stale');
  faults.push(...(await look(page, 'no connection', ['alarm-name'])));
  await blocked.context().close();
  expect(faults).toEqual([]);
});
