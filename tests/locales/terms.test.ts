import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '../../contract/api/errors.ts';
import * as words from '../../contract/api/exportWords.ts';
import { type Language, languages } from '../../contract/language.ts';
import { readLocale } from './sources.ts';

/** Script of the words of each language; a word of the table belongs to the language of its letters. */
const scripts: Record<Language, RegExp> = {
  cn: /[\u3400-\u9fff]/,
  en: /^[\w -]+$/,
  kr: /[\uac00-\ud7af]/,
};

/** Uses of a refused word that are something else: a sound device, and the one name that contains the word. */
const allowed: Partial<Record<string, RegExp>> = {
  设备: /音频设备/g,
  장치: /오디오 장치/g,
  告警: /告警风暴/g,
};

/** Every text of the console and the server in a language, by its key; names of languages are in their own. */
function textsOf(language: Language): [string, string][] {
  const tables: Record<string, words.Words> = { ...words };
  return [
    ...[...readLocale(language)].filter(([key]) => !key.startsWith('language.')),
    ...Object.entries(messages).map(([key, texts]): [string, string] => [key, texts[language]]),
    ...Object.entries(tables).flatMap(([name, table]) =>
      Object.entries(table).map(([key, texts]): [string, string] => [`${name}.${key}`, texts[language]]),
    ),
  ];
}
const texts = Object.fromEntries(languages.map((one) => [one, textsOf(one)])) as Record<
  Language,
  [string, string][]
>;

/** Rows of the table below "Words of the interface" in the glossary. */
function glossaryRows(): Record<Language | 'not', string[]>[] {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
  const section = glossary.split('## Words of the interface')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => {
    const cells = line.split('|').slice(1, -1);
    const [en = [], cn = [], kr = [], not = []] = cells.map((cell) =>
      cell.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])),
    );
    return { en, cn, kr, not };
  });
}
const rows = glossaryRows();

const pattern = (word: string, language: Language) =>
  language === 'en' ? new RegExp(`\\b${word}\\b`, 'i') : new RegExp(word);

/** A text as it is read at its longest: places are empty, of two forms of a noun the second stays. */
const shown = (text: string) =>
  text
    .replace(/\{\{\w+, noun\(one: [^;]+; other: ([^)]+)\)\}\}/g, '$1')
    .replace(/\{\{?.*?\}?\}|<\/?\w+>/g, '');

/** Keys and texts of a language that a test refuses. */
const found = (language: Language, isWrong: (text: string, key: string) => boolean) =>
  texts[language].filter(([key, text]) => isWrong(text, key)).map(([key, text]) => `${key}: ${text}`);

describe('terms', () => {
  it('the glossary has its table', () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) expect(row.en).not.toEqual([]);
  });

  it.each(languages)('no text in %s uses another word for a term of the glossary', (language) => {
    const refused = rows.flatMap((row) => row.not).filter((word) => scripts[language].test(word));
    expect(refused.length).toBeGreaterThan(8);
    for (const word of refused) {
      const isUsed = (text: string) => {
        const rest = allowed[word] === undefined ? text : text.replace(allowed[word], '');
        return pattern(word, language).test(shown(rest));
      };
      expect(found(language, isUsed), word).toEqual([]);
    }
  });

  it.each(languages)('each term of the glossary is used in %s', (language) => {
    const unused = rows
      .flatMap((row) => row[language])
      .filter((word) => found(language, (text) => pattern(word, language).test(text)).length === 0);
    expect(unused).toEqual([]);
  });
});

describe('typography', () => {
  it.each(languages)('a hint in %s has at most 90 characters', (language) => {
    expect(found(language, (text, key) => /hint/i.test(key) && shown(text).length > 90)).toEqual([]);
  });

  it.each(languages)('quotation marks, apostrophes and ellipses in %s are typographic', (language) => {
    expect(found(language, (text) => /["']|‘|\.\.\.| …/.test(shown(text)))).toEqual([]);
  });

  it.each(languages)('no date in %s is written with slashes', (language) => {
    expect(
      found(language, (text) => /\b\d{1,2}\/\d{1,2}\b|\b(?:mm|dd)\/(?:mm|dd)\b/i.test(shown(text))),
    ).toEqual([]);
  });

  it('a Chinese text has a space between Han characters and Latin letters or digits', () => {
    const touches = /[\u3400-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u3400-\u9fff]/;
    const isWrong = (text: string) => touches.test(text.replace(/\{.*?\}+|<\/?\w+>|\$t\(.*?\)/g, '·'));
    expect(found('cn', isWrong)).toEqual([]);
  });

  it('an English text is in sentence case', () => {
    const names =
      /^(?:Alt|Atom|AudioWorklet|China|Chinese|Chrome|Ctrl|Delete|Edge|English|Enter|Esc|Firefox|Idempotency|Korean|MiB|Modbus|ModemManager|Node|Opus|Pi|Raspberry|Safari|Shift|Space|WebCodecs|WebM|Webhooks)$/;
    const isWrong = (text: string) =>
      [...shown(text).matchAll(/(?<=[a-z0-9,;)] )([A-Z][a-z]\w*)/g)].some(
        ([, word = '']) => !names.test(word),
      );
    expect(found('en', isWrong)).toEqual([]);
  });
});
