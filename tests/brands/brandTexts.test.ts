import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { brandTexts } from '../../brands/brandTexts.ts';
import { brandIds, loadBrand } from '../../brands/load.ts';
import { languages } from '../../contract/language.ts';
import { readLocale } from '../locales/sources.ts';

const places = (text: string) => [...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map(([, name]) => name).sort();

describe('texts that a brand replaces', () => {
  const replaced = brandIds().flatMap((id) =>
    Object.entries(loadBrand(id).texts ?? {}).flatMap(([key, texts]) =>
      languages.map((language) => [id, key, language, texts[language]] as const),
    ),
  );

  it.each(replaced)('%s %s %s: the key exists, and the text has its places', (_, key, language, text) => {
    const original = readLocale(language).get(key);
    expect(original).toBeDefined();
    expect(places(text)).toEqual(places(original ?? ''));
    expect(text).not.toBe(original);
  });

  it('are shown in place of those of the locale file, and no others', async () => {
    const bundle = brandTexts(
      { texts: { 'common.tooFast': { cn: '请稍候', en: 'Please wait', kr: '기다려 주세요' } } },
      'en',
    );
    const i18n = i18next.createInstance();
    const translation = { common: { tooFast: 'Do not operate too fast', save: 'Save' } };
    await i18n.init({ lng: 'en', fallbackNS: 'translation', resources: { en: { translation } } });
    expect(i18n.t('common.tooFast')).toBe('Do not operate too fast');
    i18n.addResourceBundle('en', 'brand', bundle);
    i18n.setDefaultNamespace('brand');
    expect([i18n.t('common.tooFast'), i18n.t('common.save')]).toEqual(['Please wait', 'Save']);
  });

  it('a brand without them changes nothing', () => {
    expect(brandTexts({}, 'cn')).toBeNull();
  });
});
