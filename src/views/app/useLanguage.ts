import { useTranslation } from 'react-i18next';
import { type Language, toLanguage } from '../../../contract/language.ts';

/** Returns the language of the console: cn, en or kr. */
export function useLanguage(): Language {
  return toLanguage(useTranslation().i18n.language);
}
