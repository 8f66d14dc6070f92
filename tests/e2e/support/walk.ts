import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../contract/language.ts';
import cn from '../../../locales/cn.json' with { type: 'json' };
import en from '../../../locales/en.json' with { type: 'json' };
import kr from '../../../locales/kr.json' with { type: 'json' };
import { screens } from '../../../src/views/screens.ts';

const names: Record<Language, Readonly<Record<string, string>>> = { cn: cn.menu, en: en.menu, kr: kr.menu };

/** Paths of all screens within the shell, by their declaration. */
export const shellScreens = screens.filter((one) => !one.isOpen && !one.isBare).map(({ path }) => path);

/**
 * Goes to a screen, or a tab of it (`path?tab=…`), within the running console, like its links, and waits until its screen is
 * shown.
 */
export async function goTo(page: Page, path: string, language: Language = 'en'): Promise<void> {
  // An open dialog would keep its screen.
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/${path}`);
  await expect(page.getByRole('main').locator('h1')).toHaveText(
    names[language][path.replace(/\?.*/, '')] ?? '',
  );
}
