import { expect, test } from 'vitest';
import { languages } from '../../contract/language.ts';
import { readLocale, sources } from './sources.ts';

/** Call of a text by a literal key with an object of parameters, up to its opening brace. */
const calls = [/\bt\(\s*'([\w.]+)',\s*\{/g, /i18nKey="([\w.]+)"\s+values=\{\{/g];

/** Names of the properties of an object literal that begins before `at`; null: it spreads another object. */
function propertiesAt(code: string, at: number): Set<string> | null {
  const names = new Set<string>();
  let depth = 1;
  let isKey = true;
  for (let i = at; i < code.length && depth > 0; i++) {
    const char = code[i] ?? '';
    const quoted = /^(['"`])(?:\\.|(?!\1)[\s\S])*\1/.exec(code.slice(i, i + 300))?.[0];
    if (quoted !== undefined) i += quoted.length - 1;
    else if ('({['.includes(char)) depth++;
    else if (')}]'.includes(char)) depth--;
    else if (depth === 1 && char === ',') isKey = true;
    else if (depth === 1 && isKey && code.startsWith('...', i)) return null;
    else if (depth === 1 && isKey && /\w/.test(char)) {
      const name = /^\w+/.exec(code.slice(i, i + 60))?.[0] ?? '';
      names.add(name);
      isKey = false;
      i += name.length - 1;
    }
  }
  return names;
}

/** Parameters that a text needs. */
const needs = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name);

test('a text that is shown by its literal key gets every parameter that it names, in every language', () => {
  const missing: string[] = [];
  let checked = 0;
  for (const language of languages) {
    const texts = readLocale(language);
    for (const [path, code] of sources())
      for (const call of calls)
        for (const { index, 0: head, 1: key = '' } of code.matchAll(call)) {
          const text = texts.get(key);
          const given = propertiesAt(code, index + head.length);
          if (text === undefined || given === null) continue;
          checked++;
          for (const name of needs(text))
            if (!given.has(name)) missing.push(`${path}: ${key} (${language}) needs ${name}`);
        }
  }
  expect(missing).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
});

test('finds the names of parameters', () => {
  const code = "t('a.b', { n: list.length, name, at: time({ zone }), ...rest })";
  const from = code.indexOf('{') + 1;
  expect(propertiesAt(code, from)).toBeNull();
  expect(propertiesAt(code.replace(', ...rest', ''), from)).toEqual(new Set(['n', 'name', 'at']));
});
