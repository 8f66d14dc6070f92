import { makeStyles } from '@fluentui/react-components';
import { wrappedName } from '../../kit/layout/NameText.tsx';
import { tokens } from '../../theme/tokens.ts';

/** Styles of the zones of an alarm. */
export const useZoneStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  silentGrid: { gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' },
  zone: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: '8px 12px',
    minWidth: 0,
  },
  partly: { border: `1px solid ${tokens.tocsinFaultEdge}`, padding: 0 },
  mute: { border: `2px solid ${tokens.tocsinFaultEdge}`, backgroundColor: tokens.tocsinFaultTint },
  zoneHead: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 12px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  muteHead: { color: tokens.tocsinFaultOnSolid, backgroundColor: tokens.tocsinFaultSolid },
  name: wrappedName,
  count: { marginLeft: 'auto', whiteSpace: 'nowrap' },
  reason: { padding: '8px 12px', display: 'flex', alignItems: 'center', gap: '12px' },
  bar: {
    display: 'flex',
    flexGrow: 1,
    alignSelf: 'center',
    height: '8px',
    gap: '2px',
    backgroundColor: tokens.tocsinMeterTrack,
  },
  heard: {
    backgroundColor: tokens.tocsinData1,
  },
  unheard: {
    backgroundColor: tokens.tocsinFaultSolid,
    minWidth: '4px',
  },
  total: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
});
