import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

export const useEditorStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: { display: 'flex', flexGrow: 1, minHeight: 0 },
  plan: { flexGrow: 1, minWidth: 0, minHeight: 0 },
  side: {
    width: '320px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  part: { padding: '8px 12px', display: 'flex', flexDirection: 'column', gap: '8px', flexShrink: 0 },
  pair: { display: 'flex', gap: '8px', alignItems: 'flex-end' },
  number: { width: '96px' },
  hint: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  areas: { margin: 0, padding: '0 12px', listStyle: 'none', overflowY: 'auto', minHeight: 0 },
  area: { display: 'flex', alignItems: 'center', gap: '8px', height: '32px' },
  name: { flexGrow: 1, flexBasis: 0, minWidth: 0, whiteSpace: 'nowrap' },
});
