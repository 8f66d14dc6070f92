import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Columns of the start dialog: sections are divided by rules, not by cards. */
export const usePanelStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0, height: '100%' },
  heading: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    flexShrink: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    '& > h3': {
      margin: 0,
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      fontWeight: tokens.fontWeightSemibold,
      whiteSpace: 'nowrap',
    },
    '& > span': { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  },
  rest: { flexGrow: 1 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    flexShrink: 0,
    '& > button': { flexShrink: 0, whiteSpace: 'nowrap' },
    '& > span:first-child': { flexShrink: 1, minWidth: '96px' },
  },
  fill: { flexGrow: 1, minHeight: 0, minWidth: 0 },
  error: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    // Reserved while there is no text.
    minHeight: '16px',
    padding: '4px 0',
    color: tokens.colorPaletteRedForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  hint: { padding: '12px 8px', color: tokens.colorNeutralForeground3 },
});
