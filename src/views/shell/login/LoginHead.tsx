import { makeStyles } from '@fluentui/react-components';
import { useBrand } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { usePicture } from '../../app/usePicture.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', marginBottom: '24px' },
  name: { margin: 0, lineHeight: 0 },
  logo: { maxWidth: '100%', height: 'auto', objectFit: 'contain', objectPosition: 'left center' },
  title: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
});

/** Logo of the brand in its size, and the name of the product. */
export function LoginHead() {
  const s = useStyles();
  const brand = useBrand();
  const language = useLanguage();
  const logo = usePicture('logo');
  const { width, height } = brand.logoSize;
  return (
    <div className={s.root}>
      <h1 className={s.name}>
        <img
          className={s.logo}
          src={logo.url}
          alt={logo.isOwn ? brand.titles[language] : brand.names[language]}
          width={width}
          height={height}
          // A picture of any size is fitted into the brand's box.
          {...(logo.isOwn ? { style: { height } } : {})}
        />
      </h1>
      <div className={s.title}>{brand.titles[language]}</div>
    </div>
  );
}
