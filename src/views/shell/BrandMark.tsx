import { brandImageUrl } from '../../../brands/index.ts';
import { useBrand } from '../app/AppContext.tsx';
import { useMode } from '../theme/ThemeProvider.tsx';

/** The brand's square mark; decorative, its name stands beside it. `size` in px. */
export function BrandMark(props: { size: number }) {
  const brand = useBrand();
  const mode = useMode();
  return (
    <img
      src={brandImageUrl(brand, mode === 'dark' ? 'markDark' : 'mark')}
      alt=""
      width={props.size}
      height={props.size}
    />
  );
}
