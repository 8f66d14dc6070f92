import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'none',
    alignSelf: 'center',
    whiteSpace: 'nowrap',
    marginInlineEnd: '8px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    '& > span': { color: tokens.colorPaletteRedForeground3 },
    ':is(.fui-DialogSurface:has(.fui-Label__required) *)': { display: 'block' },
  },
});

/** Explains the mark of required fields, beside the buttons of a dialog that has such fields. */
export function RequiredNote() {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <div className={s.root} data-testid="required-note">
      <span aria-hidden="true">*</span> {t('kit.required')}
    </div>
  );
}
