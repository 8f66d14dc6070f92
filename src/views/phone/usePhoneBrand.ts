import { useEffect, useState } from 'react';
import { brandImageUrl } from '../../../brands/index.ts';
import type { BrandProfile } from '../../../brands/schema.ts';
import type { Language } from '../../../contract/language.ts';

/** Name, mark and accent of the brand; null until the server has answered. */
export function usePhoneBrand(language: Language): { name: string; mark: string | undefined } | null {
  const [brand, setBrand] = useState<BrandProfile | null>(null);
  useEffect(() => {
    void fetch('/v1/brand')
      .then((response) => response.json())
      .then((answer: { value: BrandProfile }) => setBrand(answer.value))
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    if (brand === null) return;
    document.title = brand.titles[language];
    const { style } = document.documentElement;
    style.setProperty('--accent', brand.colours.ramp[70]);
    style.setProperty('--accent-dark', brand.colours.ramp[110]);
  }, [brand, language]);
  if (brand === null) return null;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    name: brand.names[language],
    mark: brandImageUrl(brand, isDark ? 'markDark' : 'mark'),
  };
}
