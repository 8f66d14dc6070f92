import { useCallback } from 'react';
import { builtinRoleName } from '../../../contract/firstRoles.ts';
import { useLanguage } from './useLanguage.ts';

/** What a role is called in the user's language: the three of the first start unless renamed, else as it is named. */
export function useRoleName(): (name: string) => string {
  const language = useLanguage();
  return useCallback((name: string) => builtinRoleName(name, language), [language]);
}
