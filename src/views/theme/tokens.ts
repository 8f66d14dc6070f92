import { tokens as fluent } from '@fluentui/react-components';
import { light, type OwnTokens } from './palette.ts';

const own = Object.fromEntries(Object.keys(light.own).map((name) => [name, `var(--${name})`]));

/**
 * Every token as a CSS variable: Fluent's and the console's own. Use these in `makeStyles`, never a colour
 * value.
 */
export const tokens = { ...fluent, ...(own as unknown as OwnTokens) };

/** Percentage of the window's height or width, in px of the console at its scale (theme/scale.ts). */
export const vh = (percent: number) => `calc(${percent}vh / var(--tocsinScale, 1))`;
export const vw = (percent: number) => `calc(${percent}vw / var(--tocsinScale, 1))`;

/** Below this width (a small screen, or one at 200 %) items that are otherwise side by side are stacked. */
export const narrowScreen = '@media (max-width: 1000px)';

/** A low window (a small screen at 200 %): lists keep a usable height, and the screen around them scrolls. */
export const lowWindow = '@media (max-height: 560px)';
/** Smallest height of a list in a low window, px. */
export const LIST_PX = 420;

/** Height of what is pressed, px: on a phone at least that of a finger (theme/global.css). */
export const target = (height: number) => `max(${height}px, var(--tocsinTarget, 0px))`;

/** Heights of the layout that a brand may change; set by the shell. */
export const layoutHeight = {
  topBar: 'var(--tocsinTopBarHeight, 48px)',
  tabs: 'var(--tocsinTabsHeight, 36px)',
  statusBar: 'var(--tocsinStatusBarHeight, 28px)',
} as const;

/** Background of bar, menu and tabs: transparent where the site has a picture behind them. */
export const chromeColour = `var(--tocsinChrome, ${tokens.colorNeutralBackground3})`;

/** Style of a live value: plain, or grey and empty below an element with `data-stale` (theme/global.css). */
export const liveValue = {
  text: `var(--tocsinValue, ${tokens.colorNeutralForeground1})`,
  meterShow: 'var(--tocsinMeterShow, block)',
  // Griffel's types accept only the keywords of `visibility`.
  meterNumber: 'var(--tocsinMeterNumber, visible)' as 'visible',
  meterGround: `var(--tocsinMeterGround, ${tokens.tocsinMeterTrack})`,
  meterFrame: 'var(--tocsinMeterFrame, none)',
  meterSilent: `var(--tocsinMeterFrame, inset 0 0 0 2px ${tokens.tocsinFaultEdge})`,
} as const;
