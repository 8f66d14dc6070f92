import { brandImageUrl } from '../../../brands/index.ts';
import { useBrand } from '../app/AppContext.tsx';

/** The brand's square mark; decorative, its name stands beside it. `size` in px. */
export function BrandMark(props: { size: number }) {
  const brand = useBrand();
  return <img src={brandImageUrl(brand, 'mark')} alt="" width={props.size} height={props.size} />;
}
