import { logoRatio } from '../../../../contract/constants.ts';
import { useBrand } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { usePicture } from '../../app/usePicture.ts';
import { BrandMark } from './BrandMark.tsx';

/** Logo of the site, if it has one; else the mark of the brand. `size`: height, px. */
export function SiteMark({ size }: { size: number }) {
  const brand = useBrand();
  const language = useLanguage();
  const logo = usePicture('logo');
  if (!logo.isOwn) return <BrandMark size={size} />;
  return <img src={logo.url} alt={brand.titles[language]} width={size * logoRatio} height={size} />;
}
