import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles common to the parts of the task form. */
export const useFormStyles = makeStyles({
  scroll: { overflowY: 'auto', overflowX: 'hidden', paddingTop: '12px', paddingRight: '4px' },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '8px', alignItems: 'start' },
  days: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  day: { minWidth: '36px', paddingLeft: '4px', paddingRight: '4px' },
  wide: { width: '100%', minWidth: 0 },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, marginBottom: '8px' },
});
