import { z } from 'zod';

/** A brand profile: the white label of one build. Everything a brand may change is here, and nothing else. */

const texts = z.strictObject({
  cn: z.string().min(1).describe('Chinese.'),
  en: z.string().min(1).describe('English.'),
  kr: z.string().min(1).describe('Korean.'),
});
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .describe('Colour, #rrggbb.');
const pixels = z.number().int().positive().describe('Pixels.');

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

/** Programs of the download page. */
export const downloadPrograms = ['management_client', 'sub_control_client'] as const;

const imageFile = z
  .string()
  .regex(/^[a-z-]+\.(svg|png)$/)
  .describe('File name of the picture.');

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
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,31}$/)
    .describe('Name of the brand.'),
  domain: z.string().min(1).describe('Kind of site that it is for.'),
  titles: texts.describe('Title of the page in the browser.'),
  names: texts.describe('Short name beside the mark.'),
  taglines: texts.describe('Line under the name on the login page.'),
  texts: z
    .record(z.string().regex(/^\w+(\.\w+)+$/), texts)
    .optional()
    .describe('Texts of the interface that the brand replaces, by their key.'),
  images: images.describe('Pictures of the brand.'),
  /** 60 px high by 300 px wide, or 160 px by 200 px for the two profiles that hide TTS. */
  logoSize: z.strictObject({ width: pixels, height: pixels }).describe('Size of the logo.'),
  /** Accent colour, the only one that may vary: safety colours and greys are the product's. */
  colours: z.strictObject({ ramp: ramp.describe('Accent, dark (10) to light (160).') }).describe('Colours.'),
  login: z
    .strictObject({
      position: z.enum(['centre', 'right']).describe('Side of the login form: `centre` or `right`.'),
    })
    .describe('Login page.'),
  helpDocument: z.boolean().describe('Whether a help document is offered.'),
  downloadPage: z.boolean().describe('Whether the download page is shown.'),
  passwordStrength: z.boolean().describe('Whether passwords must have three of four classes of characters.'),
  /** Layout heights, pixels. */
  heights: z
    .strictObject({ topBar: pixels, tabs: pixels, statusBar: pixels })
    .describe('Heights of the layout, pixels.'),
  /** The download list; dates as YYYY-MM-DD. */
  downloads: z
    .array(
      z.strictObject({
        program: z.enum(downloadPrograms).describe('Program: `management_client` or `sub_control_client`.'),
        version: z
          .string()
          .regex(/^\d+\.\d+\.\d+$/)
          .describe('Version.'),
        date: z.iso.date().describe('Date of the version, YYYY-MM-DD.'),
      }),
    )
    .describe('Programs of the download page.'),
  hiddenScreens: z
    .array(z.string().regex(/^menu_[a-z0-9_]+$/))
    .describe('Paths of screens that are not shown.'),
});
export type BrandProfile = z.infer<typeof brandSchema>;

/** The profile that runs when nothing picks another. */
export const defaultBrandId = 'tocsin';
