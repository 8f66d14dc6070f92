import { logoRatio } from '../../../contract/constants.ts';
import { useBrand } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { usePicture } from '../app/usePicture.ts';
import { BrandMark } from './BrandMark.tsx';

/** The logo of the site, if it has its own; else the brand's mark. `size`: its height, px. */
export function SiteMark({ size }: { size: number }) {
  const brand = useBrand();
  const language = useLanguage();
  const logo = usePicture('logo');
  if (!logo.isOwn) return <BrandMark size={size} />;
  return <img src={logo.url} alt={brand.titles[language]} width={size * logoRatio} height={size} />;
}
