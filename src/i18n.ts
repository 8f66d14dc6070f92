import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { htmlLang, type Language, languageStorageKey, toLanguage } from '../contract/language.ts';
import { noun } from '../contract/noun.ts';
import { isolate } from './isolate.ts';

/** Texts of one language at a time: each is its own chunk. */
const load: Record<Language, () => Promise<{ default: object }>> = {
  cn: () => import('../locales/cn.json'),
  en: () => import('../locales/en.json'),
  kr: () => import('../locales/kr.json'),
};

async function fetchTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', (await load[language]()).default);
}

function show(language: Language): void {
  document.documentElement.lang = htmlLang[language];
}

/** Starts i18next with the language that local storage keeps under `lang` (spec 1), Chinese without one. */
export async function startI18n(): Promise<void> {
  const language = toLanguage(localStorage.getItem(languageStorageKey));
  const texts = (await load[language]()).default;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    // React escapes; what is left to do is to keep names of another direction apart.
    interpolation: { escapeValue: true, escape: isolate },
    returnNull: false,
  });
  i18next.services.formatter?.add('noun', noun);
  show(language);
}

/** Changes the language of the whole console and keeps it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await fetchTexts(language);
  localStorage.setItem(languageStorageKey, language);
  await i18next.changeLanguage(language);
  show(language);
}
