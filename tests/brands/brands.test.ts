import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brandImageUrl } from '../../brands/index.ts';
import { brandIds, loadBrand } from '../../brands/load.ts';
import { type BrandImage, defaultBrandId } from '../../brands/schema.ts';
import { appIcons } from '../../contract/apps.ts';
import { logoSizes } from '../../contract/constants.ts';

const folder = join(import.meta.dirname, '..', '..', 'brands');
const brands = brandIds().map((id) => loadBrand(id));
const named = brands.map((brand) => [brand.id, brand] as const);

/** WCAG contrast of two colours #rrggbb. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, bl = 0] = [1, 3, 5].map((at) => {
      const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('brand profiles', () => {
  it('eight profiles exist, each with page titles in Chinese, English and Korean of its own', () => {
    expect(brands).toHaveLength(8);
    for (const language of ['cn', 'en', 'kr'] as const)
      expect(new Set(brands.map((brand) => brand.titles[language])).size).toBe(8);
  });

  it('the login box is at the right for exactly one profile, centred for the others', () => {
    expect(brands.filter((brand) => brand.login.position === 'right')).toHaveLength(1);
  });

  it('exactly two profiles hide the TTS terminal entry, and nothing else is hidden', () => {
    const hiding = brands.filter((brand) => brand.hiddenScreens.length > 0);
    expect(hiding.map((brand) => brand.hiddenScreens)).toEqual([['menu_xtts_status'], ['menu_xtts_status']]);
  });

  it('logos are 60 by 300 px, and 160 by 200 px for the two that hide TTS', () => {
    for (const brand of brands)
      expect(brand.logoSize).toEqual(brand.hiddenScreens.length > 0 ? logoSizes.tall : logoSizes.wide);
  });

  it.each(['helpDocument', 'downloadPage', 'passwordStrength'] as const)(
    '%s differs between profiles',
    (field) => expect(new Set(brands.map((brand) => brand[field])).size).toBe(2),
  );

  it('layout heights differ between profiles', () => {
    expect(new Set(brands.map((brand) => JSON.stringify(brand.heights))).size).toBeGreaterThan(1);
  });

  it('each brand has versions and dates of its own for its client programs', () => {
    const lists = brands.map(({ downloads }) => downloads.map(({ version, date }) => `${version} ${date}`));
    expect(new Set(lists.flat()).size).toBe(16);
  });

  it.each(appIcons)('has the icon $file of each brand, a PNG of $size px', ({ file, size }) => {
    for (const { id } of brands) {
      const bytes = readFileSync(join(folder, id, file));
      expect(bytes.subarray(1, 4).toString(), id).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], id).toEqual([size, size]);
    }
  });

  it('the download list names both programs with version and date', () => {
    for (const { downloads } of brands)
      expect(downloads.map((one) => one.program)).toEqual(['management_client', 'sub_control_client']);
    expect(loadBrand(undefined).downloads[0]).toEqual({
      program: 'management_client',
      version: '2.3.1107',
      date: '2023-11-07',
    });
    expect(loadBrand(undefined).downloads[1]?.version).toBe('2.3.1109');
  });
});

describe.each(named)('images and colours of %s', (id, brand) => {
  const names = Object.keys(brand.images) as BrandImage[];
  const read = (image: BrandImage) => readFileSync(join(folder, id, brand.images[image]), 'utf8');

  it('every image is there, and the console finds its address', () => {
    for (const image of names) {
      expect(existsSync(join(folder, id, brand.images[image])), image).toBe(true);
      expect(brandImageUrl(brand, image), image).toContain(brand.images[image]);
    }
  });

  it('the logo has the size of the profile', () => {
    const { width, height } = brand.logoSize;
    for (const image of ['logo', 'logoDark'] as const)
      expect(read(image)).toContain(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`);
  });

  it('drawings hold neither scripts, nor links elsewhere, nor text that needs a font', () => {
    for (const image of names)
      expect(read(image), image).not.toMatch(/<script|<image|<text|href=|url\((?!#)|\bon\w+=|NaN|undefined/);
  });

  it('look: text in the accent is readable, at 4.5:1, in light and in dark', () => {
    const { ramp } = brand.colours;
    expect(contrast(ramp[80], '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ramp[80], ramp[160])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ramp[70], '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ramp[110], '#1b2025')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ramp[120], '#1b2025')).toBeGreaterThanOrEqual(4.5);
  });

  it('look: the accent is neither the red of alarms nor the amber of faults', () => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(brand.colours.ramp[80].slice(at, at + 2), 16),
    );
    expect(Math.max(r, g, b) === r && r > 1.6 * Math.max(g, b)).toBe(false);
    expect(r > 1.6 * b && g > 1.2 * b && r >= g).toBe(false);
  });

  it('the ramp goes from dark to light', () => {
    const steps = Object.values(brand.colours.ramp).map((colour) => contrast(colour, '#000000'));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });
});

describe('picking a profile by BRAND', () => {
  it('an empty setting selects the default brand, a name its profile', () => {
    expect(loadBrand(undefined).id).toBe(defaultBrandId);
    expect(loadBrand('').id).toBe(defaultBrandId);
    expect(loadBrand('foghorn').id).toBe('foghorn');
  });

  it('an unknown name is refused with the list of those there are', () => {
    for (const name of ['nobody', '../brands/tocsin', 'index.ts'])
      expect(() => loadBrand(name)).toThrow(/BRAND may be: .*chengyin.*tocsin/);
  });

  it('a profile with a wrong field or a foreign id is refused by name', () => {
    const place = mkdtempSync(join(tmpdir(), 'brands-'));
    try {
      for (const id of ['wrong', 'other']) mkdirSync(join(place, id));
      const profile = loadBrand('tocsin');
      const wrong = { ...profile, id: 'wrong', login: { position: 'left' } };
      writeFileSync(join(place, 'wrong', 'brand.json'), JSON.stringify(wrong));
      writeFileSync(join(place, 'other', 'brand.json'), JSON.stringify(profile));
      expect(() => loadBrand('wrong', place)).toThrow(/login\.position/);
      expect(() => loadBrand('other', place)).toThrow(/id must be "other"/);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
