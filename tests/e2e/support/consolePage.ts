import { expect, type Page, test } from '@playwright/test';
import { isLong } from '../../support/random.ts';
import type { TestServer } from '../../support/server.ts';
import { accessibilityFaults } from './axe.ts';

/** Errors of a page: any of them fails the test. */
const complaints = new WeakMap<Page, string[]>();

/**
 * Records the messages that a page shows, in all its documents from now on: each is shown for a second only.
 */
async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: string[] = [];
    Object.assign(window, { messages });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        if (target instanceof HTMLElement && target.dataset.testid === 'toasts')
          for (const { textContent } of addedNodes) messages.push(textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Expects that the page shows a message with this text, or has shown it since it was loaded. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { messages: string[] }).messages))
    .toContainEqual(expect.stringContaining(text));
}

/** Records errors of the page and of AG Grid from now on. `refusals`: see `openConsole`. */
export function watchForComplaints(page: Page, options: { refusals?: boolean } = {}): void {
  const kept: string[] = [];
  complaints.set(page, kept);
  page.on('pageerror', (error) => kept.push(error.message));
  page.on('console', (message) => {
    const isRefusal = options.refusals === true && message.text().startsWith('Failed to load resource');
    if ((message.type() === 'error' && !isRefusal) || message.text().includes('AG Grid:'))
      kept.push(message.text());
  });
}

/**
 * Opens a page logged in as the administrator (or as `account`), in English, at a screen. Errors of the page
 * and of AG Grid are recorded. `refusals`: the browser will log refused calls as errors, which is expected.
 */
export async function openConsole(
  page: Page,
  server: TestServer,
  path: string,
  options: { refusals?: boolean; account?: { username: string; password: string } } = {},
): Promise<void> {
  watchForComplaints(page, options);
  // Colours in transition would be checked for contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await keepMessages(page);
  const answer = await page.request.post(`${server.url}/v1/login`, {
    data: options.account ?? { username: 'admin', password: server.adminPassword },
  });
  const { value } = (await answer.json()) as { value: { token: string } };
  await page.context().addCookies([{ name: 'TOKEN', value: value.token, url: server.url }]);
  await page.goto(server.url + path);
}

/** Chooses the language of the console in its top bar. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^(Choose language|选择语言|언어 선택)$/ }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
}

/** Reads positions or sizes on the page until two readings, two frames apart, are equal; returns them. */
export async function atRest<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read();
  await expect
    .poll(async () => {
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const before = JSON.stringify(last);
      last = await read();
      return JSON.stringify(last) === before;
    })
    .toBe(true);
  return last;
}

/** Expects no errors on the page so far. */
export function expectNoComplaints(page: Page): void {
  expect(complaints.get(page)).toEqual([]);
}

/** Themes and rules that a check of a page looks at. */
const looks = [
  { colorScheme: 'light', rules: 'structure' },
  { colorScheme: 'light', rules: 'colours' },
  { colorScheme: 'dark', rules: 'colours' },
] as const;
/** Order in which the checks of a file take turns: rules that depend on the theme are half of them. */
const turns = [looks[0], looks[1], looks[0], looks[2]] as const;
/** Turn of the next check, by test file; files begin at different turns, for many have one check only. */
const checks = new Map<string, number>();

/**
 * Expects no axe violations on the page. `npm test` takes a sample: the checks of a file look at the structure, at the
 * colours in light and at those in dark by turns, for a check by all rules takes up to a second of processor time;
 * `npm run long` looks at all of it each time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { file } = test.info();
  const turn = checks.get(file) ?? file.length;
  checks.set(file, turn + 1);
  const sample = turns[turn % turns.length] ?? looks[0];
  for (const { colorScheme, rules } of isLong ? looks : [sample]) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page, rules), `${rules} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
