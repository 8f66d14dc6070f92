import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles of the download page. */
export const useDownloadStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(480px, 100%), 1fr))',
    gap: '24px 48px',
    alignItems: 'start',
    maxWidth: '1600px',
    padding: '16px 24px 32px',
    boxSizing: 'border-box',
  },
  heading: { margin: '0 0 8px', fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  reason: { margin: '0 0 8px', color: tokens.colorNeutralForeground3 },
  item: {
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '& p': { margin: '4px 0' },
  },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  file: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px', minHeight: '32px' },
  link: { display: 'inline-flex', alignItems: 'center', gap: '6px', overflowWrap: 'anywhere' },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  command: { display: 'flex', alignItems: 'center', gap: '8px', margin: '4px 0' },
  shell: {
    flexGrow: 1,
    minWidth: 0,
    padding: '5px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});
