import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles common to the parts of the alarm view. */
export const useAlarmStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  head: { display: 'flex', alignItems: 'baseline', gap: '12px', minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  note: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  end: { marginLeft: 'auto' },
});
