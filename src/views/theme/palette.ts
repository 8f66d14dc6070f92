/** Colour values of the console, which are in this file only. Everything else uses `tokens`. */
export interface Palette {
  /**
   * Backgrounds 1–6: surface, panel and grid header, chrome, then three darker steps (in dark mode lighter
   * ones).
   */
  background: readonly [string, string, string, string, string, string];
  hover: string;
  selected: string;
  pressed: string;
  /** Foregrounds 1–4 and disabled. */
  foreground: readonly [string, string, string, string];
  disabled: string;
  stroke: readonly [string, string, string];
  strokeAccessible: string;
  /** Text on the inverted (dark neutral) button. */
  inverted: string;
  /** Steps of the brand ramp in this colour scheme. */
  compound: 80 | 100;
  brandForeground: 80 | 110;
  link: 70 | 120;
  overlay: string;
  own: OwnTokens;
}

/** Tokens beside Fluent's: safety colours (never changed by a brand), meters and data. */
export interface OwnTokens {
  tocsinAlarmSolid: string;
  tocsinAlarmOnSolid: string;
  tocsinAlarmText: string;
  tocsinAlarmTint: string;
  tocsinFaultSolid: string;
  tocsinFaultOnSolid: string;
  tocsinFaultText: string;
  tocsinFaultTint: string;
  tocsinFaultStroke: string;
  tocsinFaultEdge: string;
  tocsinMeterTrack: string;
  tocsinMeterFill: string;
  tocsinMeterPeak: string;
  tocsinData1: string;
  tocsinData2: string;
  tocsinData3: string;
  tocsinData4: string;
  tocsinData5: string;
}

export const light: Palette = {
  background: ['#ffffff', '#f9fafb', '#f2f4f6', '#eaedf0', '#e1e5e9', '#d5dbe0'],
  hover: '#f4f6f8',
  selected: '#e4e9ed',
  pressed: '#e1e5e9',
  foreground: ['#161b21', '#39424c', '#55606b', '#626d78'],
  disabled: '#8d97a1',
  stroke: ['#c8cfd6', '#dfe4e8', '#ebeef1'],
  strokeAccessible: '#66717c',
  inverted: '#ffffff',
  compound: 80,
  brandForeground: 80,
  link: 70,
  overlay: 'rgba(0, 0, 0, 0.4)',
  own: {
    tocsinAlarmSolid: '#c4161c',
    tocsinAlarmOnSolid: '#ffffff',
    tocsinAlarmText: '#b1121a',
    tocsinAlarmTint: '#fdeeee',
    tocsinFaultSolid: '#f7b32d',
    tocsinFaultOnSolid: '#231900',
    tocsinFaultText: '#7d4e00',
    tocsinFaultTint: '#fff5df',
    tocsinFaultStroke: '#dfb45e',
    tocsinFaultEdge: '#99670a',
    tocsinMeterTrack: '#e1e5e9',
    tocsinMeterFill: '#55606b',
    tocsinMeterPeak: '#161b21',
    tocsinData1: '#2b343d',
    tocsinData2: '#6b7681',
    tocsinData3: '#a3adb6',
    tocsinData4: '#cfd6dc',
    tocsinData5: '#e4e8ec',
  },
};

export const dark: Palette = {
  background: ['#1b2025', '#161a1f', '#101317', '#232930', '#2d343c', '#39424b'],
  hover: '#222830',
  selected: '#2a3138',
  pressed: '#2d343c',
  foreground: ['#eceff2', '#c3cbd3', '#9ca7b2', '#8b96a1'],
  disabled: '#6c7783',
  stroke: ['#424c56', '#2c333a', '#242a31'],
  strokeAccessible: '#8b96a1',
  inverted: '#161b21',
  compound: 100,
  brandForeground: 110,
  link: 120,
  overlay: 'rgba(0, 0, 0, 0.5)',
  own: {
    tocsinAlarmSolid: '#cf2228',
    tocsinAlarmOnSolid: '#ffffff',
    tocsinAlarmText: '#ff8d87',
    tocsinAlarmTint: '#37171a',
    tocsinFaultSolid: '#f2b33c',
    tocsinFaultOnSolid: '#231900',
    tocsinFaultText: '#f6c465',
    tocsinFaultTint: '#2d2516',
    tocsinFaultStroke: '#7a602a',
    tocsinFaultEdge: '#f2b33c',
    tocsinMeterTrack: '#2d343c',
    tocsinMeterFill: '#9ca7b2',
    tocsinMeterPeak: '#eceff2',
    tocsinData1: '#d7dde3',
    tocsinData2: '#939eaa',
    tocsinData3: '#66717c',
    tocsinData4: '#434d57',
    tocsinData5: '#2d343c',
  },
};

/** A part of the text colour over the background of the user's colours, percent. */
const shade = (percent: number) => `color-mix(in srgb, CanvasText ${percent}%, Canvas)`;

/**
 * Colours that the user's system forces (`forced-colors`), as system colours. The two safety colours stay: their texts
 * have a contrast of their own on them.
 */
export const forced: Palette = {
  background: ['Canvas', 'Canvas', 'Canvas', shade(10), shade(20), shade(30)],
  hover: shade(10),
  selected: shade(20),
  pressed: shade(30),
  foreground: ['CanvasText', 'CanvasText', 'CanvasText', 'CanvasText'],
  disabled: 'GrayText',
  stroke: ['CanvasText', shade(60), shade(40)],
  strokeAccessible: 'CanvasText',
  inverted: 'Canvas',
  compound: 80,
  brandForeground: 80,
  link: 70,
  overlay: 'rgba(0, 0, 0, 0.5)',
  own: {
    tocsinAlarmSolid: '#c4161c',
    tocsinAlarmOnSolid: '#ffffff',
    tocsinAlarmText: 'CanvasText',
    tocsinAlarmTint: 'Canvas',
    tocsinFaultSolid: '#f7b32d',
    tocsinFaultOnSolid: '#231900',
    tocsinFaultText: 'CanvasText',
    tocsinFaultTint: 'Canvas',
    tocsinFaultStroke: 'CanvasText',
    tocsinFaultEdge: 'CanvasText',
    tocsinMeterTrack: shade(20),
    tocsinMeterFill: 'CanvasText',
    tocsinMeterPeak: 'Highlight',
    tocsinData1: 'CanvasText',
    tocsinData2: shade(65),
    tocsinData3: shade(45),
    tocsinData4: shade(30),
    tocsinData5: shade(15),
  },
};
