import { brandImageUrl } from '../../../brands/index.ts';
import type { BrandImage } from '../../../brands/schema.ts';
import { useMode } from '../theme/ThemeProvider.tsx';
import { useBrand, useSite } from './AppContext.tsx';

/** What the brand has in these places; it has no picture behind the shell. */
const ofBrand = { logo: 'logo', login: 'background' } as const;

export interface Picture {
  url: string | undefined;
  /** Somebody has set it in the system settings; else it is the brand's. */
  isOwn: boolean;
}

/** The picture of a place in the present colours: the site's own, else the brand's (spec 3). */
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
