import i18next from 'i18next';
import { expect, it } from 'vitest';
import { noun } from '../../contract/noun.ts';

it('each noun of a sentence follows its own number', async () => {
  const made = i18next.createInstance();
  const holds =
    '{{zones}} {{zones, noun(one: zone; other: zones)}}, {{n}} {{n, noun(one: terminal; other: terminals)}}';
  await made.init({ lng: 'en', resources: { en: { translation: { holds } } } });
  made.services.formatter?.add('noun', noun);
  expect(made.t('holds', { zones: 1, n: 0 })).toBe('1 zone, 0 terminals');
  expect(made.t('holds', { zones: 2, n: '1' })).toBe('2 zones, 1 terminal');
  expect(made.t('holds', { zones: 11, n: '1,001' })).toBe('11 zones, 1,001 terminals');
});
