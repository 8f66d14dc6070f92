import type { Language } from '../language.ts';
import { declarations } from './registry.ts';

/**
 * Names of entities in a language, under the keys by which the console asks for texts. The texts of `locales`
 * come on top: a screen may have a name of its own in the menu.
 */
export function entityTexts(language: Language) {
  const named = <Field extends 'one' | 'many'>(field: Field, prefix = '') =>
    Object.fromEntries(
      declarations.flatMap((one) =>
        field in one ? [[prefix + one.key, (one as never)[field][language]]] : [],
      ),
    ) as Record<string, string>;
  return {
    logs: { entities: named('one') },
    permission: { entity: named('many') },
    menu: named('many', 'menu_'),
  };
}
