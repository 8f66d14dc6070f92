import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from './Footer.tsx';
import { Icon } from './icons.tsx';

/** Port of HTTPS when the server cannot be asked. */
const DEFAULT_HTTPS_PORT = 8443;
/** What browsers give to secure origins only, and this page cannot do without. */
const NEEDED = ['AudioWorklet', 'WebCodecs (AudioDecoder)', 'Wake Lock'];

/** This address is not secure, so the browser gives no sound: says so, and leads to the one that is. */
export function Insecure() {
  const { t } = useTranslation();
  const [port, setPort] = useState<number | null | undefined>(undefined);
  useEffect(() => {
    fetchHttpsPort().then(setPort);
  }, []);
  if (port === undefined) return null;
  const address = `https://${location.hostname}:${port ?? DEFAULT_HTTPS_PORT}/terminal`;
  return (
    <main>
      <section>
        <h1>
          <span className="chip">
            <Icon name="fault" />
            {t('terminalPage.insecure')}
          </span>
        </h1>
        <p className="state">{t('terminalPage.insecureHint', { what: NEEDED.join(', ') })}</p>
        {port === null ? (
          <p>{t('terminalPage.noHttps')}</p>
        ) : (
          <>
            <a className="button primary wide" href={address}>
              {address}
            </a>
            <p className="quiet">{t('terminalPage.certificateHint')}</p>
          </>
        )}
        <LanguageChoice />
      </section>
    </main>
  );
}

/** The server's HTTPS port, null when it has none, the usual one when it does not say. */
async function fetchHttpsPort(): Promise<number | null> {
  try {
    const response = await fetch('/v1/origin');
    const body: { value?: { https_port: number | null } } = await response.json();
    return body.value === undefined ? DEFAULT_HTTPS_PORT : body.value.https_port;
  } catch {
    return DEFAULT_HTTPS_PORT;
  }
}
