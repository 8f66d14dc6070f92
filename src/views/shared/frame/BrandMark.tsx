import { brandImageUrl } from '../../../../brands/index.ts';
import { useBrand } from '../../app/AppContext.tsx';
import { useMode } from '../../theme/ThemeProvider.tsx';

/** Square mark of the brand; decorative, beside its name. `size` in px. */
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
