import { tokens as fluent } from '@fluentui/react-components';
import { light, type OwnTokens } from './palette.ts';

const own = Object.fromEntries(Object.keys(light.own).map((name) => [name, `var(--${name})`]));

/** Every token as a CSS variable: Fluent's and our own. Use these in `makeStyles`, never a colour value. */
export const tokens = { ...fluent, ...(own as unknown as OwnTokens) };

/** Parts of the window's height and width, in px of the console at its scale (theme/scale.ts). */
export const vh = (percent: number) => `calc(${percent}vh / var(--tocsinScale, 1))`;
export const vw = (percent: number) => `calc(${percent}vw / var(--tocsinScale, 1))`;

/** Heights of the layout that a brand may change (spec 1); set by the shell. */
/** Below this width (a small screen, or one at 200 %) things stand below each other that stand side by side else. */
export const narrowScreen = '@media (max-width: 1000px)';

export const layoutHeight = {
  topBar: 'var(--tocsinTopBarHeight, 48px)',
  tabs: 'var(--tocsinTabsHeight, 36px)',
  statusBar: 'var(--tocsinStatusBarHeight, 28px)',
} as const;

/** Ground of bar, menu and tabs: clear where the site has a picture of its own behind them. */
export const chromeColour = `var(--tocsinChrome, ${tokens.colorNeutralBackground3})`;

/** What a live value looks like: plain, or grey and empty below an element with `data-stale` (theme/global.css). */
export const liveValue = {
  text: `var(--tocsinValue, ${tokens.colorNeutralForeground1})`,
  meterShow: 'var(--tocsinMeterShow, block)',
  // Griffel's types know only the words of `visibility`.
  meterNumber: 'var(--tocsinMeterNumber, visible)' as 'visible',
  meterGround: `var(--tocsinMeterGround, ${tokens.tocsinMeterTrack})`,
  meterFrame: 'var(--tocsinMeterFrame, none)',
  meterSilent: `var(--tocsinMeterFrame, inset 0 0 0 2px ${tokens.tocsinFaultEdge})`,
} as const;
