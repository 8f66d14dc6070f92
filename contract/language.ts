import { z } from 'zod';

/** Interface languages. In these codes `kr` is Korean. */
export const languages = ['cn', 'en', 'kr'] as const;
export type Language = (typeof languages)[number];
export const languageSchema = /* @__PURE__ */ z.enum(languages);

/** Default language. */
export const defaultLanguage: Language = 'cn';

/** The local storage key that keeps the chosen language. */
export const languageStorageKey = 'lang';

/** Header that carries the user language on every request. */
export const languageHeader = 'lang';

/** Value of the `lang` attribute of `html`: it selects fonts and line breaking. */
export const htmlLang = { cn: 'zh-CN', en: 'en', kr: 'ko' } as const satisfies Record<Language, string>;

/** First subtag of a language that a browser names (BCP 47), for each of these. */
const subtags = { cn: 'zh', en: 'en', kr: 'ko' } as const satisfies Record<Language, string>;

/**
 * Language of a page: the one that was chosen in this browser, else the first of the browser's own that the interface
 * has, else the default.
 *
 * @param stored value of `languageStorageKey`; null: none was chosen @param preferred `navigator.languages`
 */
export function pageLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (stored !== null) return toLanguage(stored);
  for (const tag of preferred) {
    const [subtag] = tag.toLowerCase().split('-');
    const known = languages.find((one) => subtags[one] === subtag);
    if (known !== undefined) return known;
  }
  return defaultLanguage;
}

/** A text in each language. */
export type Texts = Record<Language, string>;

/** Converts a stored or sent value to a language; an unknown value gives the default. */
export function toLanguage(value: unknown): Language {
  return languages.find((one) => one === value) ?? defaultLanguage;
}
