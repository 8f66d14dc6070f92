import { makeStyles } from '@fluentui/react-components';
import { target, tokens } from '../../theme/tokens.ts';

/** Styles of the groups below the zone tree. */
export const useGroupStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  /** Limits it to the height of its zones while there is room, so that the groups follow directly. */
  tree: { display: 'flex', flexDirection: 'column', flexShrink: 1, minHeight: '120px' },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    maxHeight: '40%',
    margin: '0 0 4px',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    height: target(36),
    margin: '0 4px 0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  title: {
    flexGrow: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    paddingLeft: 0,
    fontWeight: tokens.fontWeightRegular,
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  none: {
    padding: '0 12px 12px 32px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});
