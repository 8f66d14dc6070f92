import type { BrandProfile } from './schema.ts';

/** Texts of a bundle by sections, as the locale files have them. */
interface Bundle {
  [key: string]: string | Bundle;
}

/** Texts of a language that a brand replaces, as a bundle of texts; null: none. */
export function brandTexts(
  { texts = {} }: Pick<BrandProfile, 'texts'>,
  language: keyof BrandProfile['titles'],
): Bundle | null {
  const entries = Object.entries(texts);
  if (entries.length === 0) return null;
  const bundle: Bundle = {};
  for (const [key, text] of entries) {
    const sections = key.split('.');
    const last = sections.pop() ?? key;
    let place = bundle;
    for (const section of sections) {
      place[section] ??= {};
      place = place[section] as Bundle;
    }
    place[last] = text[language];
  }
  return bundle;
}
