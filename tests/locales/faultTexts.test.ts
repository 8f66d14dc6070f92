import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultKinds } from '../../contract/fieldCodes.ts';
import { languages } from '../../contract/language.ts';

interface Texts {
  fault: Record<string, string>;
  faults: { kind: Record<string, string> };
}

test.each(languages)('every kind of fault has its sentence and its name in %s', (lang) => {
  const { fault, faults } = JSON.parse(readFileSync(`locales/${lang}.json`, 'utf8')) as Texts;
  expect(faultKinds.filter((kind) => !fault[kind])).toEqual([]);
  expect(Object.keys(faults.kind).toSorted()).toEqual([...faultKinds].toSorted());
});
