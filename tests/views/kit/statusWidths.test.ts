import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { languages } from '../../../contract/language.ts';
import cn from '../../../locales/cn.json';
import en from '../../../locales/en.json';
import kr from '../../../locales/kr.json';
import { statusColumn } from '../../../src/views/kit/grid/columns.ts';
import { type StatusSet, statusSets } from '../../../src/views/kit/status/statusSets.ts';
import measured from './charWidths.json';

/**
 * Widths of the printable characters in the type of the console, em of 13 px: the larger one of regular 13 px and semibold
 * 12 px, measured in Chromium on Debian (Noto Sans CJK). Chinese and Korean characters are one em.
 */
const widths: Readonly<Record<string, number>> = measured;
const measuredPx = (text: string) => [...text].reduce((sum, char) => sum + (widths[char] ?? 1), 0) * 13;
/** Glyph, gap, padding and border of a chip, and the padding of its cell, px. */
const AROUND_PX = 14 + 4 + 11 + 2 + 16;

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { cn: { translation: cn }, en: { translation: en }, kr: { translation: kr } },
});

test('every status column shows each of its words whole, in every language', () => {
  const cut: string[] = [];
  for (const language of languages)
    for (const set of Object.keys(statusSets) as StatusSet[]) {
      const t = i18n.getFixedT(language);
      const { width = 0 } = statusColumn<{ id: number }>('state', t('common.status'), 'id', t, set);
      for (const state of statusSets[set]) {
        const word = t(`status.${state}`);
        if (measuredPx(word) + AROUND_PX > width) cut.push(`${language} ${set}: ${word}, ${width} px`);
      }
    }
  expect(cut).toEqual([]);
});

test('no status column is wider than its longest word needs by a third', () => {
  for (const language of languages)
    for (const set of Object.keys(statusSets) as StatusSet[]) {
      const t = i18n.getFixedT(language);
      const { width = 0 } = statusColumn<{ id: number }>('state', '', 'id', t, set);
      const longest = Math.max(...statusSets[set].map((state) => measuredPx(t(`status.${state}`))));
      expect(width, `${language} ${set}`).toBeLessThan((longest + AROUND_PX) * 1.34);
    }
});
