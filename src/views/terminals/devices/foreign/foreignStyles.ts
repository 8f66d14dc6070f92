import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../../theme/tokens.ts';

/** Styles that the fields of all transports share. */
export const useForeignStyles = makeStyles({
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)', columnGap: '16px' },
  note: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});
