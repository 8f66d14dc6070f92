import { z } from 'zod';
import { readPng } from '../../rules/png.ts';
import { isLogoRatio, isPng, type RuleFault } from '../../rules/ruleChecks.ts';

/**
 * Pictures of the site (logo, page backgrounds) that replace those of the brand, for the light and the dark
 * theme. Without a dark picture the light one is used.
 */
export const siteImageSlots = ['logo', 'logo_dark', 'login', 'login_dark', 'shell', 'shell_dark'] as const;
export type SiteImageSlot = (typeof siteImageSlots)[number];
export const siteImageSlot = z.enum(siteImageSlots);

/** Bounds of a picture: bytes of its file, and pixels, which limit the memory of browsers. */
export const siteImageLimits = {
  logo: { bytes: 1_048_576, width: 3_000, height: 1_000 },
  background: { bytes: 4_194_304, width: 4_096, height: 2_304 },
} as const;

export const limitsOf = (slot: SiteImageSlot) =>
  siteImageLimits[slot.startsWith('logo') ? 'logo' : 'background'];

/** A picture of the site: its URL and its size in pixels. */
export const siteImage = z.object({
  url: z.string().describe('Address of the picture.'),
  width: z.number().int().describe('Width, pixels.'),
  height: z.number().int().describe('Height, pixels.'),
});
export type SiteImage = z.output<typeof siteImage>;

/** Every picture; null: the brand's. */
export const siteImages = z.object(
  Object.fromEntries(
    siteImageSlots.map((slot) => [
      slot,
      siteImage.nullable().describe('The picture; null: that of the brand.'),
    ]),
  ) as Record<SiteImageSlot, z.ZodNullable<typeof siteImage>>,
);
export type SiteImages = z.output<typeof siteImages>;

/** Fault of a picture for its place (it must be PNG, a logo 3:1); null: none in its header. */
export function siteImageFault(slot: SiteImageSlot, file: Uint8Array): RuleFault | null {
  const limits = limitsOf(slot);
  if (!isPng(file)) return { key: 'common.pngOnly', params: {} };
  if (file.length > limits.bytes)
    return { key: 'common.tooLarge', params: { limit: `${limits.bytes / 1_048_576} MiB` } };
  const png = readPng(file);
  if (png === null) return { key: 'common.pngOnly', params: {} };
  const { width, height } = limits;
  if (png.width > width || png.height > height)
    return { key: 'common.tooLarge', params: { limit: `${width}×${height}` } };
  return slot.startsWith('logo') && !isLogoRatio(png.width, png.height)
    ? { key: 'common.logoRatio', params: {} }
    : null;
}
