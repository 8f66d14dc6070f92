import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BrandProfile, brandSchema } from '../../brands/schema.ts';
import { createTheme, fontStack, type Mode } from '../../src/views/theme/theme.ts';

const brands = readdirSync('brands', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => brandSchema.parse(JSON.parse(readFileSync(`brands/${name}/brand.json`, 'utf8'))));
const tocsin = brands.find((brand) => brand.id === 'tocsin') as BrandProfile;
const theme = (mode: Mode, brand = tocsin) =>
  createTheme(brand.colours.ramp, mode, 'cn') as unknown as Record<string, string>;

/** Colours of the tokens, independent of the palette: light, dark. */
const table: [string, string, string][] = [
  ['colorNeutralBackground1', '#ffffff', '#1b2025'],
  ['colorNeutralBackground2', '#f9fafb', '#161a1f'],
  ['colorNeutralBackground3', '#f2f4f6', '#101317'],
  ['colorNeutralBackground4', '#eaedf0', '#232930'],
  ['colorNeutralBackground5', '#e1e5e9', '#2d343c'],
  ['colorNeutralBackground6', '#d5dbe0', '#39424b'],
  ['colorNeutralBackground1Hover', '#f4f6f8', '#222830'],
  ['colorSubtleBackgroundSelected', '#e4e9ed', '#2a3138'],
  ['colorNeutralForeground1', '#161b21', '#eceff2'],
  ['colorNeutralForeground2', '#39424c', '#c3cbd3'],
  ['colorNeutralForeground3', '#55606b', '#9ca7b2'],
  ['colorNeutralForeground4', '#626d78', '#8b96a1'],
  ['colorNeutralForegroundDisabled', '#8d97a1', '#6c7783'],
  ['colorNeutralStroke1', '#c8cfd6', '#424c56'],
  ['colorNeutralStroke2', '#dfe4e8', '#2c333a'],
  ['colorNeutralStroke3', '#ebeef1', '#242a31'],
  ['colorNeutralStrokeAccessible', '#66717c', '#8b96a1'],
  ['colorBrandBackground', '#166287', '#166287'],
  ['colorCompoundBrandBackground', '#166287', '#4c97c1'],
  ['colorCompoundBrandStroke', '#166287', '#4c97c1'],
  ['colorBrandForeground1', '#166287', '#61a8d1'],
  ['colorBrandForegroundLink', '#115576', '#7ab8de'],
  ['colorBrandBackground2', '#ecf5fb', '#182e3a'],
  ['tocsinAlarmSolid', '#c4161c', '#cf2228'],
  ['tocsinAlarmText', '#b1121a', '#ff8d87'],
  ['tocsinAlarmTint', '#fdeeee', '#37171a'],
  ['tocsinFaultSolid', '#f7b32d', '#f2b33c'],
  ['tocsinFaultText', '#7d4e00', '#f6c465'],
  ['tocsinFaultTint', '#fff5df', '#2d2516'],
  ['tocsinFaultStroke', '#dfb45e', '#7a602a'],
  ['tocsinFaultEdge', '#99670a', '#f2b33c'],
  ['tocsinMeterTrack', '#e1e5e9', '#2d343c'],
  ['tocsinMeterFill', '#55606b', '#9ca7b2'],
  ['tocsinMeterPeak', '#161b21', '#eceff2'],
  ['tocsinData1', '#2b343d', '#d7dde3'],
  ['tocsinData2', '#6b7681', '#939eaa'],
  ['tocsinData3', '#a3adb6', '#66717c'],
  ['tocsinData4', '#cfd6dc', '#434d57'],
  ['tocsinData5', '#e4e8ec', '#2d343c'],
];

/** WCAG 2 contrast of two opaque colours. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, bl = 0] = [1, 3, 5].map((at) => {
      const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [hi = 0, lo = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
}

describe('theme', () => {
  it.each(table)('token %s has its colour in light and dark', (token, light, dark) => {
    expect(theme('light')[token]).toBe(light);
    expect(theme('dark')[token]).toBe(dark);
  });

  it('danger is alarm, warning is fault, success is neutral', () => {
    for (const mode of ['light', 'dark'] as const) {
      const t = theme(mode);
      expect(t.colorStatusDangerBackground3).toBe(t.tocsinAlarmSolid);
      expect(t.colorStatusWarningBackground3).toBe(t.tocsinFaultSolid);
      expect(t.colorStatusSuccessForeground1).toBe(t.colorNeutralForeground2);
    }
  });

  it.each(brands.map((brand) => [brand.id, brand] as const))(
    'brand %s changes the accent only, never the safety colours or the greys',
    (_, brand) => {
      for (const mode of ['light', 'dark'] as const) {
        const [own, base] = [theme(mode, brand), theme(mode)];
        for (const [token, value] of Object.entries(base))
          if (/^tocsin|^colorNeutral(Background|Foreground)[1-6]?$|^colorStatus/.test(token))
            expect(own[token], token).toBe(value);
      }
    },
  );

  it.each(brands.map((brand) => [brand.id, brand] as const))(
    'text of brand %s is readable, 4.5:1 at least',
    (_, brand) => {
      for (const mode of ['light', 'dark'] as const) {
        const t = theme(mode, brand);
        const pairs = [
          ['colorNeutralForegroundOnBrand', 'colorBrandBackground'],
          ['colorBrandForegroundLink', 'colorNeutralBackground1'],
          ['colorBrandForeground1', 'colorNeutralBackground1'],
          ['colorNeutralForeground1', 'colorBrandBackground2'],
          ['colorNeutralForeground3', 'colorNeutralBackground3'],
          ['colorNeutralForeground4', 'colorNeutralBackground1'],
          ['tocsinFaultText', 'tocsinFaultTint'],
          ['tocsinFaultOnSolid', 'tocsinFaultSolid'],
          ['tocsinAlarmText', 'tocsinAlarmTint'],
          ['tocsinAlarmOnSolid', 'tocsinAlarmSolid'],
        ] as const;
        for (const [text, background] of pairs)
          expect(contrast(t[text] ?? '', t[background] ?? ''), `${mode} ${text}`).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('has its type sizes, two weights, and font families of its own for Korean', () => {
    const t = theme('light');
    expect([t.fontSizeBase100, t.fontSizeBase200, t.fontSizeBase300, t.fontSizeBase400]).toEqual([
      '11px',
      '12px',
      '13px',
      '16px',
    ]);
    expect([t.lineHeightBase100, t.lineHeightBase400]).toEqual(['16px', '24px']);
    const weights = ['Regular', 'Medium', 'Semibold', 'Bold'].map((name) => t[`fontWeight${name}`]);
    expect(new Set(weights)).toEqual(new Set([400, 600]));
    expect(fontStack('kr')).toContain('Malgun Gothic');
    expect(fontStack('cn')).toContain('PingFang SC');
    const quotes = ['cn', 'en', 'kr'].map((one) => fontStack(one).split(',')[0]);
    expect(quotes).toEqual(['"Quotes Han"', '"Quotes Latin"', '"Quotes Latin"']);
    for (const family of new Set(quotes))
      expect(readFileSync('src/views/theme/global.css', 'utf8')).toContain(`font-family: ${family};`);
  });
});
