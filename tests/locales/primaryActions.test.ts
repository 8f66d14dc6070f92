import { expect, it } from 'vitest';
import { type Language, languages } from '../../contract/language.ts';
import { readLocale, sources } from './sources.ts';

/** First word of the button that creates a row, in each language. */
const word: Record<Language, RegExp> = { cn: /^新建/, en: /^New /, kr: /^새 / };

/** Keys of the labels of buttons that create, as the screens give them to `CreateButton`. */
const created = [
  ...[...sources().values()].join('\n').matchAll(/<CreateButton[^>]*?label=\{t\('([\w.]+)'\)\}/g),
].map(([, key]) => key ?? '');
/** Labels that reach the button through the words of a kind of rows. */
const ofKinds = ['alarmPlan.new', 'linkage.new', 'presetText.add', 'radio.add', 'file.addGroup', 'task.new'];
/** Screens of plain entities have no noun in their button. */
const plain = 'common.add';

it('the button that creates a row begins with the same word in every list', () => {
  const keys = [...new Set([...created, ...ofKinds])].filter((key) => key !== plain);
  expect(keys.length).toBeGreaterThan(10);
  for (const language of languages) {
    const texts = readLocale(language);
    const others = keys.filter((key) => !word[language].test(texts.get(key) ?? ''));
    expect(others).toEqual([]);
  }
});
