import { makeStyles } from '@fluentui/react-components';
import { phoneScreen } from '../theme/phone.ts';
import { tokens } from '../theme/tokens.ts';

/** Styles of the broadcasts on the home page. */
export const useOnAirStyles = makeStyles({
  row: {
    '& > td': {
      height: '54px',
      padding: '0 12px 0 0',
      boxSizing: 'border-box',
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
  who: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  icon: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '28px',
    height: '28px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground2,
    // On a phone the name needs its room.
    [phoneScreen]: { display: 'none' },
  },
  texts: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  gone: { textDecorationLine: 'line-through' },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    fontWeight: tokens.fontWeightSemibold,
    minWidth: 0,
    whiteSpace: 'nowrap',
    '& > a': { minWidth: 0 },
  },
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    '& > b': { fontWeight: tokens.fontWeightSemibold },
  },
  missing: {
    display: 'inline-flex',
    minWidth: 0,
    '& > svg': { flexShrink: 0 },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    alignItems: 'center',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.tocsinFaultText,
  },
  bar: {
    display: 'flex',
    gap: '2px',
    height: '4px',
    marginTop: '4px',
    borderRadius: '2px',
    overflow: 'hidden',
  },
  track: { backgroundColor: tokens.tocsinMeterTrack },
  fill: { backgroundColor: tokens.tocsinData1 },
  gap: { backgroundColor: tokens.tocsinFaultSolid, minWidth: '4px' },
  endless: {
    backgroundImage: `repeating-linear-gradient(90deg, ${tokens.tocsinData4} 0 6px, transparent 6px 8px)`,
  },
  tools: { '&&': { paddingRight: 0 }, textAlign: 'right', whiteSpace: 'nowrap' },
});
