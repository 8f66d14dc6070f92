import { expect, it } from 'vitest';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import { languages } from '../../../contract/language.ts';
import cn from '../../../locales/cn.json' with { type: 'json' };
import en from '../../../locales/en.json' with { type: 'json' };
import kr from '../../../locales/kr.json' with { type: 'json' };

const locales = { cn, en, kr };
/** A password has a dialog of its own, and is never merged. */
const elsewhere = new Set(['password', 'confirmPassword']);

it.each(languages)('every setting of every kind of terminals has a label in the merge view (%s)', (lang) => {
  const names: Record<string, string> = locales[lang].logs.fields;
  for (const { kind, entity } of Object.values(terminalKinds))
    for (const field of Object.keys(entity.patch.shape).filter((name) => !elsewhere.has(name)))
      expect(names[field], `${kind}.${field}`).toMatch(/./);
});
