import type { BrandProfile } from '../../../brands/schema.ts';
import { type AppManifest, type AppName, appIcons, appName, appStart } from '../../../contract/apps.ts';
import { htmlLang, type Language } from '../../../contract/language.ts';

/** Manifest of a client program in the name of the brand. */
export function manifestOf(app: AppName, brand: BrandProfile, language: Language): AppManifest {
  const icons = appIcons.flatMap(({ file, size, purpose }) =>
    purpose === 'apple'
      ? []
      : [{ src: `/v1/app/icon/${file}`, sizes: `${size}x${size}`, type: 'image/png' as const, purpose }],
  );
  return {
    id: `/${app}`,
    name: app === 'console' ? brand.titles[language] : appName(app, brand.titles[language], language),
    short_name: appName(app, brand.names[language], language),
    lang: htmlLang[language],
    start_url: appStart[app],
    scope: app === 'console' ? '/' : '/terminal/',
    display: 'standalone',
    theme_color: brand.colours.ramp[80],
    background_color: brand.colours.ramp[160],
    icons,
  };
}
