import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, vi } from 'vitest';
import { entityTexts } from '../../contract/entities/entityTexts.ts';
import { languages } from '../../contract/language.ts';
import { noun } from '../../contract/noun.ts';
import cn from '../../locales/cn.json';
import en from '../../locales/en.json';
import kr from '../../locales/kr.json';

/**
 * Media queries that match; jsdom supports none, nor the other functions below that Fluent and the grid need.
 */
export const media = { dark: false, wide: true };
window.matchMedia = (query: string) =>
  ({
    matches: query.includes('dark') ? media.dark : query.includes('1400') ? media.wide : false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};

await i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  resources: { cn: { translation: cn }, en: { translation: en }, kr: { translation: kr } },
  interpolation: { escapeValue: false },
});
for (const language of languages)
  i18next.addResourceBundle(language, 'translation', entityTexts(language), true, false);
i18next.services.formatter?.add('noun', noun);

afterEach(() => {
  cleanup();
  // Regions of announcements stay in a page; the window is that of all files.
  for (const region of document.querySelectorAll('body > [data-tabster-never-hide]')) region.remove();
});

// On a slow machine a test waits for conditions, not for time.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });
