import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
} from '@fluentui/react-components';
import { dark, forced, light, type OwnTokens, type Palette } from './palette.ts';

export type Mode = 'light' | 'dark';
export type TocsinTheme = Theme & OwnTokens;

const stack =
  '"Segoe UI Variable Text","Segoe UI",-apple-system,"PingFang SC","Microsoft YaHei UI","Noto Sans CJK SC",system-ui,sans-serif';
const koreanStack =
  '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Segoe UI",-apple-system,system-ui,sans-serif';

/** Font stack of the interface language: Korean has its own families, and each language its quotation marks. */
export function fontStack(language: string): string {
  if (language === 'kr') return `"Quotes Latin",${koreanStack}`;
  return `${language === 'cn' ? '"Quotes Han"' : '"Quotes Latin"'},${stack}`;
}

/** Mixes a `part` of 0…1 of colour `a` over `b`; both `#rrggbb`. */
export function mix(a: string, b: string, part: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const one = (at: number) =>
    Math.round(channel(a, at) * part + channel(b, at) * (1 - part))
      .toString(16)
      .padStart(2, '0');
  return `#${one(1)}${one(3)}${one(5)}`;
}

const type = (language: string) => ({
  fontFamilyBase: fontStack(language),
  fontFamilyNumeric: fontStack(language),
  fontWeightMedium: 600,
  fontWeightBold: 600,
  fontSizeBase100: '11px',
  fontSizeBase300: '13px',
  lineHeightBase100: '16px',
  lineHeightBase400: '24px',
});

/** Backgrounds with their hover, pressed and selected colours. */
function neutralBackgrounds(p: Palette) {
  const faces = (n: number, base: string, hover: string) => ({
    [`colorNeutralBackground${n}`]: base,
    [`colorNeutralBackground${n}Hover`]: hover,
    [`colorNeutralBackground${n}Pressed`]: p.pressed,
    [`colorNeutralBackground${n}Selected`]: p.selected,
  });
  const [b1, b2, b3, b4, b5, b6] = p.background;
  return {
    ...faces(1, b1, p.hover),
    ...faces(2, b2, b4),
    ...faces(3, b3, b4),
    ...faces(4, b4, b5),
    ...faces(5, b5, b6),
    colorNeutralBackground6: b6,
    colorNeutralBackground8: b2,
    colorSubtleBackgroundHover: b4,
    colorSubtleBackgroundPressed: p.pressed,
    colorSubtleBackgroundSelected: p.selected,
    colorNeutralBackgroundDisabled: b3,
    colorNeutralBackgroundDisabled2: b1,
    colorNeutralBackgroundInverted: p.foreground[0],
    colorNeutralBackgroundInvertedHover: p.foreground[1],
    colorNeutralBackgroundInvertedPressed: p.foreground[2],
    colorNeutralBackgroundInvertedSelected: p.foreground[1],
    colorNeutralBackgroundStatic: p.foreground[0],
    colorNeutralCardBackground: b2,
    colorNeutralCardBackgroundHover: b1,
    colorNeutralStencil1: b5,
    colorNeutralStencil2: b4,
    colorBackgroundOverlay: p.overlay,
  };
}

function neutralForegrounds(p: Palette) {
  const [f1, f2, f3, f4] = p.foreground;
  const faces = (name: string, base: string, hover: string) => ({
    [name]: base,
    [`${name}Hover`]: hover,
    [`${name}Pressed`]: hover,
    [`${name}Selected`]: hover,
  });
  return {
    ...faces('colorNeutralForeground1', f1, f1),
    ...faces('colorNeutralForeground2', f2, f1),
    ...faces('colorNeutralForeground2Link', f2, f1),
    ...faces('colorNeutralForeground3', f3, f2),
    ...faces('colorNeutralForeground5', f3, f1),
    ...faces('colorNeutralForegroundInverted', p.inverted, p.inverted),
    colorNeutralForeground4: f4,
    colorNeutralForegroundDisabled: p.disabled,
    colorNeutralForegroundInverted2: p.inverted,
    colorNeutralForegroundOnBrand: '#ffffff',
  };
}

function strokes(p: Palette) {
  const [s1, s2, s3] = p.stroke;
  return {
    colorNeutralStroke1: s1,
    colorNeutralStroke1Hover: p.strokeAccessible,
    colorNeutralStroke1Pressed: p.strokeAccessible,
    colorNeutralStroke1Selected: p.strokeAccessible,
    colorNeutralStroke2: s2,
    colorNeutralStroke3: s3,
    colorNeutralStroke4: s3,
    colorNeutralStrokeSubtle: s2,
    colorNeutralStrokeAccessible: p.strokeAccessible,
    colorNeutralStrokeAccessibleHover: p.foreground[2],
    colorNeutralStrokeAccessiblePressed: p.foreground[1],
    colorNeutralStrokeDisabled: s2,
    colorNeutralStrokeDisabled2: s3,
    colorStrokeFocus1: p.background[0],
    colorStrokeFocus2: p.foreground[0],
  };
}

function brandColours(p: Palette, ramp: BrandVariants, mode: Mode) {
  const up = mode === 'light' ? 70 : 110;
  return {
    colorBrandBackground: ramp[80],
    colorBrandBackgroundHover: ramp[mode === 'light' ? 70 : 90],
    colorBrandBackgroundPressed: ramp[60],
    colorBrandBackgroundSelected: ramp[70],
    colorBrandBackgroundStatic: ramp[80],
    colorCompoundBrandBackground: ramp[p.compound],
    colorCompoundBrandBackgroundHover: ramp[up],
    colorCompoundBrandStroke: ramp[p.compound],
    colorCompoundBrandStrokeHover: ramp[up],
    colorCompoundBrandForeground1: ramp[p.brandForeground],
    colorNeutralStrokeAccessibleSelected: ramp[p.compound],
    colorBrandForeground1: ramp[p.brandForeground],
    colorBrandForegroundLink: ramp[p.link],
    colorBrandForegroundLinkHover: ramp[mode === 'light' ? 60 : 130],
    colorBrandForegroundLinkPressed: ramp[mode === 'light' ? 50 : 110],
    colorBrandForegroundLinkSelected: ramp[p.link],
    colorBrandStroke1: ramp[p.compound],
    // The dark selection is step 70 of the ramp, thinly over the surface: #182e3a with the default brand.
    colorBrandBackground2: mode === 'light' ? ramp[160] : mix(ramp[70], p.background[0], 0.262),
    colorBrandBackground2Hover: mode === 'light' ? ramp[150] : mix(ramp[70], p.background[0], 0.36),
    colorBrandBackground2Pressed: mode === 'light' ? ramp[140] : mix(ramp[70], p.background[0], 0.46),
  };
}

/** Colours of selections, of main buttons and of links, when the system forces its own. */
const forcedBrandColours = {
  ...Object.fromEntries(
    `colorBrandBackground colorBrandBackgroundHover colorBrandBackgroundPressed colorBrandBackgroundSelected
     colorBrandBackgroundStatic colorCompoundBrandBackground colorCompoundBrandBackgroundHover
     colorCompoundBrandStroke colorCompoundBrandStrokeHover colorNeutralStrokeAccessibleSelected colorBrandStroke1`
      .split(/\s+/)
      .map((name) => [name, 'Highlight']),
  ),
  ...Object.fromEntries(
    `colorCompoundBrandForeground1 colorBrandForeground1 colorBrandForegroundLink colorBrandForegroundLinkHover
     colorBrandForegroundLinkPressed colorBrandForegroundLinkSelected`
      .split(/\s+/)
      .map((name) => [name, 'LinkText']),
  ),
  colorNeutralForegroundOnBrand: 'HighlightText',
  colorBrandBackground2: forced.selected,
  colorBrandBackground2Hover: forced.pressed,
  colorBrandBackground2Pressed: forced.pressed,
  // Menus, dialogs and cards, which have a shadow otherwise.
  colorTransparentStroke: 'CanvasText',
};

/** `colorStatusDanger*` is alarm, `Warning*` is fault, `Success*` is neutral. */
function statusColours(p: Palette) {
  const o = p.own;
  const set = (name: string, tint: string, mid: string, solid: string, text: string, onText: string) => ({
    [`colorStatus${name}Background1`]: tint,
    [`colorStatus${name}Background2`]: mid,
    [`colorStatus${name}Background3`]: solid,
    [`colorStatus${name}Foreground1`]: text,
    [`colorStatus${name}Foreground2`]: text,
    [`colorStatus${name}Foreground3`]: text,
    [`colorStatus${name}ForegroundInverted`]: onText,
    [`colorStatus${name}BorderActive`]: text,
    [`colorStatus${name}Border1`]: mid,
    [`colorStatus${name}Border2`]: text,
  });
  return {
    ...set(
      'Danger',
      o.tocsinAlarmTint,
      o.tocsinAlarmText,
      o.tocsinAlarmSolid,
      o.tocsinAlarmText,
      o.tocsinAlarmOnSolid,
    ),
    ...set(
      'Warning',
      o.tocsinFaultTint,
      o.tocsinFaultStroke,
      o.tocsinFaultSolid,
      o.tocsinFaultText,
      o.tocsinFaultOnSolid,
    ),
    ...set('Success', p.background[2], p.stroke[0], p.foreground[2], p.foreground[1], p.inverted),
    colorStatusDangerBackground3Hover: o.tocsinAlarmText,
    colorStatusDangerBackground3Pressed: o.tocsinAlarmText,
    // Used by Field and Input for an error.
    colorPaletteRedForeground1: o.tocsinAlarmText,
    colorPaletteRedForeground3: o.tocsinAlarmText,
    colorPaletteRedBorder2: o.tocsinAlarmText,
    colorPaletteRedBackground3: o.tocsinAlarmSolid,
  };
}

/**
 * Creates the whole theme: Fluent's tokens with the values of the palette, and the `tocsin*` tokens. The
 * brand sets the ramp only; `language` (cn, en, kr) sets the font stack. `isForced`: the system forces its own colours,
 * which are light or dark as `mode`.
 */
export function createTheme(
  ramp: BrandVariants,
  mode: Mode,
  language: string,
  isForced = false,
): TocsinTheme {
  const base = mode === 'light' ? createLightTheme(ramp) : createDarkTheme(ramp);
  const palette = isForced ? forced : mode === 'light' ? light : dark;
  return {
    ...base,
    ...type(language),
    ...neutralBackgrounds(palette),
    ...neutralForegrounds(palette),
    ...strokes(palette),
    ...(isForced ? forcedBrandColours : brandColours(palette, ramp, mode)),
    ...statusColours(palette),
    ...palette.own,
  } as TocsinTheme;
}
