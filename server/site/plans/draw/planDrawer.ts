import { readFileSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { type DrawJob, Undrawable } from './drawing.types.ts';
import { formatOf } from './formats.ts';
import { drawPdf } from './pdfPage.ts';
import { checkSvg } from './svgCheck.ts';

/**
 * Draws an uploaded plan as one WebP, in a separate process with limits of memory and time and without network and
 * files. Writes one JSON line: the size of the picture, or the reason why there is none.
 */

/** Pixels of a PNG or JPEG that is still decoded: an A0 sheet at 300 dpi has 140 million. */
const MAX_PIXELS = 160_000_000;
/** A renderer counts a length of SVG without a unit as 1/72 inch at this density. */
const DENSITY = 72;

const job = JSON.parse(process.argv[2] ?? '') as DrawJob;

// One thread: the process has a limit of memory, and nothing is drawn twice.
sharp.concurrency(1);
sharp.cache(false);
// Of the formats that the library can decode, only these three are allowed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] });

const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/** Opens an SVG at the density at which its longer side has the wanted number of pixels. */
async function svg(bytes: Buffer): Promise<Sharp> {
  checkSvg(new TextDecoder('utf-8').decode(bytes));
  const { width = 0, height = 0 } = await sharp(bytes, {
    density: DENSITY,
    limitInputPixels: false,
  }).metadata();
  const longest = Math.max(width, height);
  if (longest === 0) throw new Undrawable('sitePlan.damaged');
  const density = (DENSITY * job.pixels) / longest;
  if (density < 1) throw new Undrawable('sitePlan.tooManyPixels');
  return sharp(bytes, { ...limits, density: Math.min(density, 100_000) });
}

async function opened(bytes: Buffer): Promise<Sharp> {
  switch (formatOf(bytes)) {
    case 'svg':
      return svg(bytes);
    case 'pdf': {
      const { data, width, height } = await drawPdf(bytes, job.page, job.pixels);
      return sharp(data, { raw: { width, height, channels: 4 } });
    }
    case null:
      throw new Undrawable('sitePlan.notADrawing');
    default:
      return sharp(bytes, limits).autoOrient();
  }
}

try {
  const picture = await opened(readFileSync(job.from));
  const size = { width: job.pixels, height: job.pixels, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await picture
    .resize(size)
    .flatten({ background: '#ffffff' })
    .webp({ quality: 90, effort: 4 })
    .toBuffer({ resolveWithObject: true });
  // Plain write: into the folder of this job; the server stores the picture.
  writeFileSync(job.to, data);
  console.log(JSON.stringify({ width: info.width, height: info.height }));
} catch (error) {
  const refused =
    error instanceof Undrawable
      ? error.refusal
      : /pixel limit/i.test(String(error))
        ? 'sitePlan.tooManyPixels'
        : 'sitePlan.damaged';
  console.log(JSON.stringify({ refused }));
}
