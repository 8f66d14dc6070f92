import { makeStyles } from '@fluentui/react-components';
import { tokens, vh } from '../../theme/tokens.ts';

/** Width below which a line puts the place under the name. */
const narrow = '@media (max-width: 600px)';

export const usePaletteStyles = makeStyles({
  surface: {
    maxWidth: '680px',
    padding: '8px',
    alignSelf: 'start',
    marginTop: vh(10),
    [narrow]: { marginTop: '8px', width: 'calc(100% - 16px)', padding: '6px' },
  },
  input: { width: '100%' },
  /** Of a fixed height: answers fill it, and move nothing. */
  list: { margin: '8px 0 0', height: vh(52), overflowY: 'auto' },
  heading: {
    padding: '8px 12px 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '36px',
    padding: '0 12px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    [narrow]: { minHeight: '48px' },
  },
  active: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  icon: { flexShrink: 0 },
  texts: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    [narrow]: { flexDirection: 'column', gap: 0 },
  },
  title: {
    flexShrink: 0,
    maxWidth: '60%',
    whiteSpace: 'nowrap',
    [narrow]: { maxWidth: '100%' },
  },
  place: {
    minWidth: 0,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    [narrow]: { maxWidth: '100%' },
  },
  kind: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    padding: '4px 12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    [narrow]: { minHeight: '44px' },
  },
  lost: { color: tokens.tocsinFaultText },
});
