import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles of the actions on an alarm. */
export const useActionStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  wide: { width: '100%', justifyContent: 'flex-start' },
  acknowledge: {
    height: '48px',
    fontSize: tokens.fontSizeBase400,
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    ':hover': {
      color: tokens.colorNeutralForegroundInverted,
      backgroundColor: tokens.colorNeutralBackgroundInverted,
    },
  },
  off: {
    color: tokens.colorNeutralForegroundDisabled,
    backgroundColor: tokens.colorNeutralBackgroundDisabled,
    ':hover': {
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
    },
  },
  key: { marginLeft: 'auto', fontWeight: tokens.fontWeightRegular, fontSize: tokens.fontSizeBase200 },
  done: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '48px',
    padding: '0 16px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxSizing: 'border-box',
  },
  who: { whiteSpace: 'nowrap', minWidth: 0 },
  /** Height of the button that it replaces. */
  unsilence: { height: '48px' },
  /** The sentence of silencing is longer than that of sounding again. */
  twoLines: { minHeight: `calc(2 * ${tokens.lineHeightBase200})` },
  effect: {
    margin: '0 0 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  rule: {
    width: '100%',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    margin: '4px 0',
  },
  /** Also while locked. */
  dashed: {
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    '&[aria-disabled="true"]': { border: `1px dashed ${tokens.colorNeutralStrokeAccessible}` },
  },
  waits: { margin: '0 0 4px', paddingLeft: '20px', fontSize: tokens.fontSizeBase200 },
  failure: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px 12px',
    borderLeft: `4px solid ${tokens.colorNeutralForeground1}`,
    backgroundColor: tokens.colorNeutralBackground4,
  },
});
