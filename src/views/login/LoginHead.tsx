import { makeStyles } from '@fluentui/react-components';
import { useBrand } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { BrandMark } from '../shell/BrandMark.tsx';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '14px', marginBottom: '24px' },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  title: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
});

/** Mark, name and what it is. */
export function LoginHead() {
  const s = useStyles();
  const brand = useBrand();
  const language = useLanguage();
  return (
    <div className={s.root}>
      <BrandMark size={44} />
      <div>
        <h1 className={s.name}>{brand.names[language]}</h1>
        <div className={s.title}>{brand.titles[language]}</div>
      </div>
    </div>
  );
}
