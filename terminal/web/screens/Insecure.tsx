import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from './Footer.tsx';
import { Icon } from './icons.tsx';

/** Default HTTPS port when the server does not answer. */
const DEFAULT_HTTPS_PORT = 8443;
/** Required browser features that are available to secure origins only. */
const NEEDED = ['AudioWorklet', 'WebCodecs (AudioDecoder)', 'Wake Lock'];

/** Explains that the browser plays no sound on an insecure origin, and links to the HTTPS address. */
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

/** HTTPS port of the server; null when it has none, the default when it does not answer. */
async function fetchHttpsPort(): Promise<number | null> {
  try {
    const response = await fetch('/v1/origin');
    const body: { value?: { https_port: number | null } } = await response.json();
    return body.value === undefined ? DEFAULT_HTTPS_PORT : body.value.https_port;
  } catch {
    return DEFAULT_HTTPS_PORT;
  }
}
