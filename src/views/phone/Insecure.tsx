import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** HTTPS port of the server; null: it has none. */
async function httpsPort(): Promise<number | null> {
  const response = await fetch('/v1/origin').catch(() => null);
  const answer = await response?.json().catch(() => null);
  return answer?.value?.https_port ?? null;
}

/** Says that the page was opened without HTTPS, and leads to the same link by HTTPS. */
export function Insecure({ hash }: { hash: string }) {
  const { t } = useTranslation();
  const [port, setPort] = useState<number | null | undefined>(undefined);
  useEffect(() => {
    void httpsPort().then(setPort);
  }, []);
  const host = location.hostname.includes(':') ? `[${location.hostname}]` : location.hostname;
  return (
    <section className="notice" role="status">
      <h1>{t('phone.insecure')}</h1>
      <p>{t('phone.insecureWhy')}</p>
      {port === null && <p>{t('phone.noHttps')}</p>}
      {port != null && (
        <>
          <a className="wide" href={`https://${host}:${port}${location.pathname}${hash}`}>
            {t('shell.openSecure')}
          </a>
          <p className="quiet">{t('terminalPage.certificateHint')}</p>
        </>
      )}
    </section>
  );
}
