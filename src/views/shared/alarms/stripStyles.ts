import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Width of the strip below which the name of the alarm has a row of its own. */
const slim = '@container (max-width: 560px)';
/** Width in which name and "acknowledge" leave little room: what is around them is closer together. */
const close = '@container (min-width: 560.1px) and (max-width: 700px)';

/**
 * Styles of the alarm strip. The name of the alarm and "acknowledge" are always complete: a longer name is
 * smaller and on more lines, and figures without room are left out, the least important first.
 */
export const useStripStyles = makeStyles({
  root: { flex: '1 1 0', minWidth: 0, containerType: 'inline-size' },
  inner: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    '& > *': { flexShrink: 0 },
    [slim]: { flexWrap: 'wrap', columnGap: '8px', rowGap: '2px', padding: '4px 0' },
    [close]: { columnGap: '8px' },
  },
  bell: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '32px',
    height: '32px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.tocsinAlarmSolid,
    backgroundColor: tokens.tocsinAlarmOnSolid,
    '& > span': { display: 'inline-flex' },
  },
  quietBell: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    boxSizing: 'border-box',
  },
  blink: {
    animationName: { '0%, 49%': { opacity: 1 }, '50%, 100%': { opacity: 0.15 } },
    animationDuration: '1s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  what: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '36px',
    padding: '0 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    color: 'inherit',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
    cursor: 'pointer',
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '-2px' },
    // The children are rows of the strip.
    [slim]: { display: 'contents' },
    [close]: { columnGap: '8px' },
  },
  status: {
    display: 'flex',
    flexDirection: 'column',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '16px',
    whiteSpace: 'nowrap',
  },
  name: {
    overflowWrap: 'anywhere',
    // Height for the longest name, so that the page below stays in place for any alarm.
    [slim]: {
      order: 1,
      flexBasis: '100%',
      flexShrink: '1 !important' as '1',
      minWidth: 0,
      height: '36px',
      alignContent: 'center',
    },
  },
  short: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: '20px',
    whiteSpace: 'nowrap',
    [slim]: { whiteSpace: 'normal' },
  },
  medium: {
    fontSize: '14px',
    lineHeight: '18px',
    [close]: { width: '244px' },
    '@container (min-width: 700.1px) and (max-width: 1000px)': { width: '252px' },
  },
  long: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: '15px',
    '@container (min-width: 560.1px) and (max-width: 1400px)': { width: '264px' },
  },
  /** One row of figures; those without room wrap to a second row, which is hidden. */
  figures: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '12px',
    flex: '1 1 0',
    minWidth: 0,
    height: '32px',
    overflow: 'hidden',
    '& > *': { marginBlock: '4px' },
    [close]: { columnGap: '8px' },
  },
  chip: {
    border: '1px solid transparent',
    boxSizing: 'border-box',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
  },
  notTaken: {
    minWidth: 0,
    maxWidth: '220px',
    overflow: 'hidden',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '2px' },
  },
  plain: { whiteSpace: 'nowrap', display: 'inline-flex', alignItems: 'center', gap: '6px' },
  others: {
    height: '24px',
    padding: '0 8px',
    border: '1px solid currentColor',
    borderRadius: tokens.borderRadiusMedium,
    color: 'inherit',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    cursor: 'pointer',
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '2px' },
  },
  /** Shown only where there is room. */
  wideOnly: { '@container (max-width: 820px)': { display: 'none' } },
  brief: { '@container (min-width: 820.1px)': { display: 'none' } },
  by: { minWidth: 0, maxWidth: '220px', overflow: 'hidden' },
  cut: { overflow: 'hidden', textOverflow: 'ellipsis' },
  acknowledge: {
    minWidth: 0,
    whiteSpace: 'nowrap',
    [close]: { padding: '0 8px', '& .fui-Button__icon': { display: 'none' } },
    color: tokens.tocsinAlarmSolid,
    backgroundColor: tokens.tocsinAlarmOnSolid,
    ':hover': { color: tokens.tocsinAlarmSolid, backgroundColor: tokens.tocsinAlarmTint },
  },
});
