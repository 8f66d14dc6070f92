import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { brandTexts } from '../brands/brandTexts.ts';
import type { BrandProfile } from '../brands/schema.ts';
import { entityTexts } from '../contract/entities/entityTexts.ts';
import {
  htmlLang,
  type Language,
  languageStorageKey,
  languages,
  pageLanguage,
} from '../contract/language.ts';
import { noun } from '../contract/noun.ts';
import { isolate } from './isolate.ts';

/** Texts of each language, loaded as a chunk of its own. */
const load: Record<Language, () => Promise<{ default: object }>> = {
  cn: () => import('../locales/cn.json'),
  en: () => import('../locales/en.json'),
  kr: () => import('../locales/kr.json'),
};

/** Adds what entities are called; a text of the locale file wins. */
function addEntityTexts(language: Language): void {
  i18next.addResourceBundle(language, 'translation', entityTexts(language), true, false);
}

async function fetchTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', (await load[language]()).default);
  addEntityTexts(language);
}

function show(language: Language): void {
  document.documentElement.lang = htmlLang[language];
}

/** Shows the texts of a brand in place of those of the locale files. Call before the first render. */
export function replaceTexts(brand: Pick<BrandProfile, 'texts'>): void {
  for (const language of languages) {
    const bundle = brandTexts(brand, language);
    if (bundle === null) return;
    i18next.addResourceBundle(language, 'brand', bundle);
  }
  i18next.setDefaultNamespace('brand');
}

/**
 * Starts i18next with the language under `lang` in the local storage, else with the browser's, Chinese by default. Only a
 * person's choice is stored, so that a browser whose language is changed later is still followed.
 */
export async function startI18n(): Promise<void> {
  const language = pageLanguage(localStorage.getItem(languageStorageKey), navigator.languages);
  const texts = (await load[language]()).default;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    // Texts that the namespace of a brand does not replace.
    fallbackNS: 'translation',
    resources: { [language]: { translation: texts } },
    // React escapes HTML; only names of the other writing direction have to be isolated.
    interpolation: { escapeValue: true, escape: isolate },
    returnNull: false,
  });
  i18next.services.formatter?.add('noun', noun);
  addEntityTexts(language);
  show(language);
}

/** Changes the language of the console and stores it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await fetchTexts(language);
  localStorage.setItem(languageStorageKey, language);
  await i18next.changeLanguage(language);
  show(language);
}
