import { Button, Link, makeStyles } from '@fluentui/react-components';
import { DismissRegular, LockOpenRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    flexShrink: 0,
    padding: '0 16px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground4,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > button': { marginLeft: 'auto' },
  },
});

const key = 'origin.dismissed';

/** Address of the same page over HTTPS. */
export function secureAddress(
  location: Pick<Location, 'hostname' | 'pathname' | 'search'>,
  port: number,
): string {
  const host = location.hostname.includes(':') ? `[${location.hostname}]` : location.hostname;
  return `https://${host}${port === 443 ? '' : `:${port}`}${location.pathname}${location.search}`;
}

/**
 * Notice on an insecure origin, where browsers disable microphone and audio functions, with a link to HTTPS.
 * Hidden on localhost and over HTTPS.
 */
export function OriginNotice() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const [port, setPort] = useState<number | null>(null);
  const [isClosed, setClosed] = useState(() => sessionStorage.getItem(key) !== null);
  useEffect(() => {
    if (window.isSecureContext || isClosed) return;
    void api
      .get<{ https_port: number | null }>('/v1/origin', undefined, { quiet: true })
      .then((origin) => setPort(origin.https_port))
      .catch(() => undefined);
  }, [api, isClosed]);
  if (window.isSecureContext || isClosed || port === null) return null;
  return (
    <div className={s.root} role="note">
      <LockOpenRegular />
      <span>{t('shell.insecureOrigin')}</span>
      <Link href={secureAddress(window.location, port)}>{t('shell.openSecure')}</Link>
      <Button
        appearance="transparent"
        size="small"
        icon={<DismissRegular />}
        aria-label={t('common.close')}
        title={t('common.close')}
        onClick={() => {
          sessionStorage.setItem(key, '1');
          setClosed(true);
        }}
      />
    </div>
  );
}
