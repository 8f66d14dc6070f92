import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { brandTexts } from '../../brands/brandTexts.ts';
import type { BrandProfile } from '../../brands/schema.ts';
import {
  htmlLang,
  type Language,
  languageStorageKey,
  languages,
  pageLanguage,
} from '../../contract/language.ts';
import { noun } from '../../contract/noun.ts';

const load: Record<Language, () => Promise<{ default: object }>> = {
  cn: () => import('../../locales/cn.json'),
  en: () => import('../../locales/en.json'),
  kr: () => import('../../locales/kr.json'),
};

/** Starts i18next with the language that the console keeps too, else with the browser's. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    // Texts that the namespace of a brand does not replace.
    fallbackNS: 'translation',
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  i18next.services.formatter?.add('noun', noun);
  await show(pageLanguage(localStorage.getItem(languageStorageKey), navigator.languages));
}

async function show(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', (await load[language]()).default);
  await i18next.changeLanguage(language);
  document.documentElement.lang = htmlLang[language];
}

/** Reads the texts of the brand, and shows them in place of those of the locale files. Without a server they stay. */
export async function replaceTexts(): Promise<void> {
  const brand = await fetch('/v1/brand')
    .then(async (response) => (await response.json()).value as Pick<BrandProfile, 'texts'>)
    .catch(() => null);
  for (const language of languages) {
    const bundle = brand && brandTexts(brand, language);
    if (bundle === null) return;
    i18next.addResourceBundle(language, 'brand', bundle);
  }
  i18next.setDefaultNamespace('brand');
  await i18next.changeLanguage(i18next.language);
}

/** Changes the language and keeps it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(languageStorageKey, language);
  await show(language);
}
