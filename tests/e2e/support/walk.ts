import { expect, type Page } from '@playwright/test';
import en from '../../../locales/en.json' with { type: 'json' };
import { screens } from '../../../src/views/screens.ts';

const names: Readonly<Record<string, string>> = en.menu;

/** Paths of all screens within the shell, by their declaration. */
export const shellScreens = screens.filter((one) => !one.isOpen && !one.isBare).map(({ path }) => path);

/** Goes to a screen within the running console, like its links, and waits until it is shown. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/${path}`);
  await expect(page.getByRole('main').locator('h1')).toHaveText(names[path] ?? '');
}
