import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { htmlLang, languages } from '../../../../contract/language.ts';
import { chooseLanguage } from '../../../i18n.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { fontStack } from '../../theme/theme.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    margin: 0,
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  item: {
    height: '26px',
    padding: '0 10px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-3px' },
  },
  chosen: {
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorNeutralBackgroundInverted },
  },
});

/** The three languages, each named in itself. */
export function LanguageSwitch(props: { className?: string }) {
  const s = useStyles();
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className={mergeClasses(s.root, props.className)} aria-label={t('language.choose')}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={htmlLang[one]}
          aria-pressed={one === language}
          className={mergeClasses(s.item, one === language && s.chosen)}
          style={{ fontFamily: fontStack(one) }}
          onClick={() => void chooseLanguage(one)}
        >
          {t(`language.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
