import { useCallback } from 'react';
import { builtinRoleName } from '../../../contract/api/firstRoles.ts';
import { useLanguage } from './useLanguage.ts';

/** Translates the name of a role: the three of the first start unless renamed, else the name as it is. */
export function useRoleName(): (name: string) => string {
  const language = useLanguage();
  return useCallback((name: string) => builtinRoleName(name, language), [language]);
}
