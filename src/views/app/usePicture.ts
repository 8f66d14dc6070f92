import { brandImageUrl } from '../../../brands/index.ts';
import type { BrandImage } from '../../../brands/schema.ts';
import { useMode } from '../theme/ThemeProvider.tsx';
import { useBrand, useSite } from './AppContext.tsx';

/** Pictures of the brand by place; the brand has none behind the shell. */
const ofBrand = { logo: 'logo', login: 'background' } as const;

export interface Picture {
  url: string | undefined;
  /** Set in the system settings; else it is the brand's. */
  isOwn: boolean;
}

/** Returns the picture of a place in the current colour scheme: the site's own, else the brand's. */
export function usePicture(place: 'logo' | 'login' | 'shell'): Picture {
  const brand = useBrand();
  const images = useSite()?.images;
  const isDark = useMode() === 'dark';
  const own = (isDark ? images?.[`${place}_dark`] : null) ?? images?.[place];
  if (own) return { url: own.url, isOwn: true };
  if (place === 'shell') return { url: undefined, isOwn: false };
  const image: BrandImage = isDark ? `${ofBrand[place]}Dark` : ofBrand[place];
  return { url: brandImageUrl(brand, image), isOwn: false };
}
