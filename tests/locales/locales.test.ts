import { describe, expect, it } from 'vitest';
import { isMessageKey, messages } from '../../contract/api/errors.ts';
import {
  addedEntities,
  permissionEntities,
  permissionKeys,
  permissionVerbs,
} from '../../contract/api/permissions.ts';
import { type CodeTable, codeTables, codeValues } from '../../contract/codes.ts';
import { type Language, languages } from '../../contract/language.ts';
import { isUntranslated } from './isUntranslated.ts';
import { readLocale, sectionsOf, sources } from './sources.ts';

const locales = Object.fromEntries(languages.map((one) => [one, readLocale(one)])) as Record<
  Language,
  Map<string, string>
>;
const keys = [...locales.cn.keys()];
const code = sources();

/** Sections whose keys are put together from codes, paths and permissions. Keys of all other sections must be used. */
const vocabularies = ['menu.', 'menuGroup.', 'status.', 'permission.', 'language.'];

/** Words that wait for the screen of plans. */
const awaited = ['common.description', 'common.import'];

/** Texts with a number that is a limit, and therefore never one. */
const limits = ['system.pictureHint', 'task.textLength', 'transfer.formats'];

const nested = (text: string) => [...text.matchAll(/\$t\([^)]*\)/g)].map(([ref]) => ref).sort();
const tags = (text: string) => [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag).sort();
const places = (text: string) =>
  [...new Set([...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map(([, name]) => name))].sort();

describe('the interface is there in Chinese, English and Korean', () => {
  it.each(languages)('%s has exactly the keys of cn', (language) => {
    expect([...locales[language].keys()].sort()).toEqual([...keys].sort());
  });

  it.each(languages)('%s has no empty text, and the places of cn', (language) => {
    for (const [key, text] of locales[language]) {
      expect(text.trim(), key).not.toBe('');
      const cn = locales.cn.get(key) ?? '';
      expect(places(text), key).toEqual(places(cn));
      expect(nested(text), key).toEqual(nested(cn));
      expect(tags(text), key).toEqual(tags(cn));
    }
  });

  it('an English noun follows its number in singular and plural, unless the number is a limit', () => {
    for (const [key, text] of locales.en) {
      const forms = [...text.matchAll(/\{\{(\w+), noun\(one: [^;)]+; other: [^;)]+\)\}\}/g)];
      expect(forms.length, key).toBe(text.split(', noun(').length - 1);
      for (const [, name] of forms) expect(places(text), key).toContain(name);
      if (!key.startsWith('rules.') && !limits.includes(key) && !isMessageKey(key))
        expect(text, key).not.toMatch(/\{\{\w+\}\} (?!(?:as|is|was|has|runs|plays)\b)[a-z]+s\b/);
    }
    for (const language of ['cn', 'kr'] as const)
      for (const [key, text] of locales[language]) expect(text, key).not.toContain('noun(');
  });

  it.each(languages)('%s has its sections in alphabetical order', (language) => {
    const sections = sectionsOf(language);
    expect(sections).toEqual([...sections].sort());
  });

  it('Korean and Chinese texts are not left in English, nor English ones in another script', () => {
    for (const [key, text] of locales.en)
      if (!key.startsWith('language.'))
        expect(text, key).not.toMatch(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/);
    for (const [key, text] of locales.kr)
      if (!key.startsWith('language.')) expect(text, key).not.toMatch(/[\u3400-\u9fff]/);
    for (const [key, text] of locales.cn)
      if (!key.startsWith('language.')) expect(text, key).not.toMatch(/[\uac00-\ud7af]/);
    for (const language of ['cn', 'kr'] as const)
      for (const [key, text] of locales[language])
        if (!key.startsWith('language.'))
          expect(isUntranslated(text, language), `${language} ${key}`).toBe(false);
  });
});

describe('texts that the contract asks for', () => {
  it.each(Object.keys(codeTables))('every code of %s has a label', (table) => {
    for (const value of codeValues<Record<string, string | number>>(codeTables[table as CodeTable]))
      expect(keys).toContain(`codes.${table}.${value}`);
  });

  it('every rule and field name of the catalogue is there', () => {
    for (const key of Object.keys(messages)) if (/^(rules|field)\./.test(key)) expect(keys).toContain(key);
  });

  it.each(languages)('%s has the same texts as the server', (language) => {
    for (const [key, text] of locales[language])
      if (isMessageKey(key))
        expect(text.replace(/\{\{(\w+)\}\}/g, '{$1}'), key).toBe(messages[key][language]);
  });

  it('every permission key has a label', () => {
    const patterned = new Set<string>();
    for (const entity of [...permissionEntities, ...addedEntities]) {
      expect(keys).toContain(`permission.entity.${entity}`);
      for (const verb of permissionVerbs) patterned.add(`${verb}_${entity}`);
    }
    for (const verb of permissionVerbs) expect(keys).toContain(`permission.verb.${verb}`);
    const labelled = keys
      .filter((key) => key.startsWith('permission.key.'))
      .map((key) => key.slice('permission.key.'.length));
    expect(labelled.sort()).toEqual(permissionKeys.filter((key) => !patterned.has(key)).sort());
  });
});

describe('keys and code agree', () => {
  it('every key written out in a call of t exists', () => {
    const missing: string[] = [];
    for (const [path, text] of code)
      for (const [, key = ''] of text.matchAll(/(?:\bt\(\s*|i18nKey=\{?)['"`]([\w.-]+)['"`]/g))
        if (!locales.cn.has(key)) missing.push(`${path}: ${key}`);
    expect(missing).toEqual([]);
  });

  it('every key put together in a call of t has a section that exists', () => {
    const missing: string[] = [];
    for (const [path, text] of code)
      for (const [, prefix = ''] of text.matchAll(/\bt\(\s*`([\w.]+\.)\$\{/g))
        if (!keys.some((key) => key.startsWith(prefix))) missing.push(`${path}: ${prefix}`);
    expect(missing).toEqual([]);
  });

  it('every key is used', () => {
    const written = new Set<string>();
    const prefixes = [...vocabularies];
    for (const text of code.values()) {
      for (const [, key = ''] of text.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)) written.add(key);
      for (const [, prefix = ''] of text.matchAll(/`([\w-]+\.(?:[\w-]+\.)*)\$\{/g)) prefixes.push(prefix);
    }
    const unused = keys.filter(
      (key) =>
        !written.has(key) &&
        !awaited.includes(key) &&
        !written.has(key.replace(/_(one|other)$/, '')) &&
        !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});
