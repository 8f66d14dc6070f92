import { makeStyles } from '@fluentui/react-components';
import { chromeColour, layoutHeight, tokens } from '../theme/tokens.ts';

/**
 * Ranges of queries that set the same property do not overlap: their precedence must not depend on their
 * order.
 */
/** Below this width figures are shorter, so that the alarm has its room. */
const dense = '@media (max-width: 1500px)';
/** Below this width the bar has two rows: the name of an alarm and "acknowledge" need 560 px beside the keys. */
const twoRows = '@media (max-width: 1240px)';
/** One row with a narrow name, and up to 1365 px without a date. */
const slim = '@media (min-width: 1240.1px) and (max-width: 1365px)';
const narrow = '@media (min-width: 1365.1px) and (max-width: 1500px)';
/** Up to this width an alarm takes the room of words beside it. */
const denseInAlarm = '@media (max-width: 1700px)';
const wider = '@media (min-width: 1500.1px) and (max-width: 1700px)';
/** Below this width the mark is shown without the name. */
const nameHidden = '@media (max-width: 660px)';
/** Widths of `state`: three chips, then shorter ones, then two, of which a flood replaces that of faults. */
const medium = '@container (min-width: 460px) and (max-width: 559.9px)';
const small = '@container (min-width: 390px) and (max-width: 459.9px)';
const tiny = '@container (max-width: 389.9px)';

const markOnly = { width: '28px' } as const;
const hidden = { display: 'none' } as const;
/** Two short lines instead of a truncated one. */
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  whiteSpace: 'normal',
  textWrap: 'balance',
} as const;

/** Styles of the top bar: places of a fixed width, so that nothing beside what comes and goes moves. */
export const useTopBarStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    height: layoutHeight.topBar,
    flexShrink: 0,
    padding: '0 16px 0 12px',
    boxSizing: 'border-box',
    backgroundColor: chromeColour,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { flexShrink: 0 },
    [dense]: { columnGap: '8px' },
    [twoRows]: { flexWrap: 'wrap', height: 'auto', paddingBottom: '4px' },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    width: '204px',
    minWidth: 0,
    [slim]: { width: '138px', gap: '8px' },
    [narrow]: { width: '138px', gap: '8px' },
    [twoRows]: { height: layoutHeight.topBar },
    [nameHidden]: { width: 'auto' },
  },
  brandInAlarm: { [slim]: markOnly, [narrow]: markOnly, [wider]: markOnly },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0, [nameHidden]: { display: 'none' } },
  namesInAlarm: { [slim]: hidden, [narrow]: hidden, [wider]: hidden },
  name: {
    // The mark stands for it, so that the name of the site has two lines.
    [slim]: hidden,
    [narrow]: hidden,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '18px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  tagline: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: '14px',
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [slim]: twoLines,
    [narrow]: twoLines,
  },
  /** Fixed room for items that come and go: nothing beside it moves, and the page gets no wider. */
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flex: '1 1 0',
    minWidth: 0,
    containerType: 'inline-size',
    // As high as the longest name of an alarm beside the figures.
    [twoRows]: { order: 2, minHeight: '46px' },
  },
  /** Slots whose content is shorter where they are narrower. */
  slot: { display: 'flex', flexShrink: 0, containerType: 'inline-size' },
  faults: {
    width: '190px',
    [medium]: { width: '156px' },
    [small]: { width: '110px' },
    [tiny]: { width: '128px' },
  },
  faultsInFlood: { [tiny]: { display: 'none' } },
  faultsInAlarm: { width: '64px', '@container (max-width: 640px)': { display: 'none' } },
  onAir: {
    width: '190px',
    [medium]: { width: '172px' },
    [small]: { width: '134px' },
    [tiny]: { flex: '1 1 0', maxWidth: '134px' },
  },
  flood: { display: 'flex', minWidth: 0, [tiny]: { order: -1, width: '128px' } },
  age: { width: '124px', [twoRows]: { order: 3 } },
  ageInAlarm: { [denseInAlarm]: { width: '72px' } },
  clock: {
    width: '160px',
    [slim]: { width: '76px' },
    [twoRows]: { order: 3 },
  },
  clockInAlarm: { [denseInAlarm]: { width: '76px' } },
  /** On a narrow screen the state has a row of its own, so that keys and tools keep their place. */
  fill: { display: 'none', [twoRows]: { display: 'block', flexGrow: 1 } },
  break: { display: 'none', [twoRows]: { display: 'block', order: 1, width: '100%' } },
  divider: { flexGrow: 0, height: '20px', [twoRows]: { display: 'none' } },
  tools: { display: 'flex', alignItems: 'center', gap: '4px' },
});
