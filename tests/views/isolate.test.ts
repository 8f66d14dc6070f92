import i18next from 'i18next';
import { expect, it } from 'vitest';
import { isolate } from '../../src/isolate.ts';

it('a right-to-left name is isolated inside a sentence; all others are unchanged', async () => {
  const made = i18next.createInstance();
  await made.init({
    lng: 'en',
    resources: { en: { translation: { deleted: '{{name}}: 3 zones <gone>' } } },
    interpolation: { escapeValue: true, escape: isolate },
  });
  expect(made.t('deleted', { name: 'قاعة 2' })).toBe('\u2068قاعة 2\u2069: 3 zones <gone>');
  expect(made.t('deleted', { name: 'אולם' })).toBe('\u2068אולם\u2069: 3 zones <gone>');
  for (const name of ['Hall & <b>', '广播室', '방송실', '📢 $& $1'])
    expect(made.t('deleted', { name })).toBe(`${name}: 3 zones <gone>`);
});
