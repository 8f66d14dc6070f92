import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { liveValue, tokens } from '../../theme/tokens.ts';
import type { Tone } from './status.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    height: '20px',
    boxSizing: 'border-box',
    gap: '4px',
    padding: '0 6px 0 5px',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '18px',
    whiteSpace: 'nowrap',
    verticalAlign: 'middle',
    maxWidth: '100%',
    '& > svg': { flexShrink: 0, width: '14px', height: '14px' },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  chip: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase200 },
  plain: { fontWeight: tokens.fontWeightRegular },
  grey: { color: tokens.colorNeutralForeground3 },
  strong: { color: liveValue.text },
  fault: {
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
    borderTopColor: tokens.tocsinFaultEdge,
    borderRightColor: tokens.tocsinFaultEdge,
    borderBottomColor: tokens.tocsinFaultEdge,
    borderLeftColor: tokens.tocsinFaultEdge,
  },
  faultOutline: {
    color: tokens.tocsinFaultText,
    borderTopColor: tokens.tocsinFaultStroke,
    borderRightColor: tokens.tocsinFaultStroke,
    borderBottomColor: tokens.tocsinFaultStroke,
    borderLeftColor: tokens.tocsinFaultStroke,
  },
  alarm: { color: tokens.tocsinAlarmOnSolid, backgroundColor: tokens.tocsinAlarmSolid },
  alarmOutline: {
    color: tokens.tocsinAlarmText,
    borderTopColor: tokens.tocsinAlarmText,
    borderRightColor: tokens.tocsinAlarmText,
    borderBottomColor: tokens.tocsinAlarmText,
    borderLeftColor: tokens.tocsinAlarmText,
  },
});

/** Returns the class of a status in each tone, for the React chip and for the DOM cell. */
export function useStatusClasses(): Record<Tone, string> {
  const s = useStyles();
  return {
    grey: mergeClasses(s.root, s.plain, s.grey),
    strong: mergeClasses(s.root, s.plain, s.strong),
    fault: mergeClasses(s.root, s.chip, s.fault),
    faultOutline: mergeClasses(s.root, s.chip, s.faultOutline),
    alarm: mergeClasses(s.root, s.chip, s.alarm),
    alarmOutline: mergeClasses(s.root, s.chip, s.alarmOutline),
  };
}
