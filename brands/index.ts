import type { BrandImage, BrandProfile } from './schema.ts';

/** Addresses of all brand images, by path. They stay files, so that one brand does not load another's drawings. */
const files = import.meta.glob<string>(['./*/*.svg', './*/*.png', '!./*/{icon,maskable,touch}-*.png'], {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** Address of an image of a profile, for the console (built by Vite). Undefined if the brand's folder lacks it. */
export function brandImageUrl(profile: BrandProfile, image: BrandImage): string | undefined {
  return files[`./${profile.id}/${profile.images[image]}`];
}
