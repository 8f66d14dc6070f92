import { Link, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular, BookOpenRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useBrand, useScreen } from '../../app/AppContext.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    justifyContent: 'space-between',
    marginTop: '20px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    '& a': { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  },
});

/** Links to the help document and the downloads, where the brand offers them and they exist. */
export function LoginLinks() {
  const s = useStyles();
  const { t } = useTranslation();
  const brand = useBrand();
  const downloads = useScreen('download');
  const hasDownloads = brand.downloadPage && downloads !== undefined;
  if (!brand.helpDocument && !hasDownloads) return null;
  return (
    <div className={s.root}>
      {brand.helpDocument && (
        <Link href="/help/" target="_blank">
          <BookOpenRegular fontSize={16} />
          {t('login.help')}
        </Link>
      )}
      {hasDownloads && (
        <Link href="/download">
          <ArrowDownloadRegular fontSize={16} />
          {t('menu.download')}
        </Link>
      )}
    </div>
  );
}
