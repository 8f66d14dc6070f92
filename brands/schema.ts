import { z } from 'zod';

/** A brand profile (spec 1): the white label of one build. Everything a brand may change is here, and nothing else. */

const texts = z.strictObject({ cn: z.string().min(1), en: z.string().min(1), kr: z.string().min(1) });
const colour = z.string().regex(/^#[0-9a-f]{6}$/);
const pixels = z.number().int().positive();

/** The accent, dark to light; the shape of Fluent's `BrandVariants`. */
const ramp = z.strictObject({
  10: colour,
  20: colour,
  30: colour,
  40: colour,
  50: colour,
  60: colour,
  70: colour,
  80: colour,
  90: colour,
  100: colour,
  110: colour,
  120: colour,
  130: colour,
  140: colour,
  150: colour,
  160: colour,
});
export type BrandRamp = z.infer<typeof ramp>;

/** Programs of the download page (spec 2). */
export const downloadPrograms = ['management_client', 'sub_control_client'] as const;

const imageFile = z.string().regex(/^[a-z-]+\.(svg|png)$/);

/** Images of a profile; each is a file of the brand's folder. `logo` has mark and word mark, `mark` is square. */
const images = z.strictObject({
  logo: imageFile,
  logoDark: imageFile,
  mark: imageFile,
  markDark: imageFile,
  favicon: imageFile,
  background: imageFile,
  backgroundDark: imageFile,
});
export type BrandImage = keyof z.infer<typeof images>;

export const brandSchema = z.strictObject({
  /** Name of the folder, and the value of BRAND. */
  id: z.string().regex(/^[a-z][a-z0-9-]{1,31}$/),
  /** What kind of site the profile was drawn for. */
  domain: z.string().min(1),
  /** Title of the page in the browser. */
  titles: texts,
  /** Short name beside the mark. */
  names: texts,
  /** One line under the name on the login page. */
  taglines: texts,
  images,
  /** Spec 9: 60 px high by 300 px wide, or 160 px by 200 px for the two profiles that hide TTS. */
  logoSize: z.strictObject({ width: pixels, height: pixels }),
  /** Only the accent may vary: safety colours and greys are the product's (look). */
  colours: z.strictObject({ ramp }),
  login: z.strictObject({ position: z.enum(['centre', 'right']) }),
  /** Whether a help document is offered. */
  helpDocument: z.boolean(),
  /** Whether the download page is shown. */
  downloadPage: z.boolean(),
  /** Whether password strength is enforced (spec 5). */
  passwordStrength: z.boolean(),
  /** Layout heights, pixels. */
  heights: z.strictObject({ topBar: pixels, tabs: pixels, statusBar: pixels }),
  /** The download list; dates as YYYY-MM-DD. */
  downloads: z.array(
    z.strictObject({
      program: z.enum(downloadPrograms),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      date: z.iso.date(),
    }),
  ),
  /** Paths of screens without menu entry and route. */
  hiddenScreens: z.array(z.string().regex(/^menu_[a-z0-9_]+$/)),
});
export type BrandProfile = z.infer<typeof brandSchema>;

/** The profile that runs when nothing picks another. */
export const defaultBrandId = 'tocsin';
