import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, toLanguage } from '../../../contract/language.ts';
import { microphoneTrouble } from '../../api/microphone/request.ts';
import { createPhoneApi, linkKey, phoneKey } from '../../api/phoneLink.ts';
import { chooseLanguage } from '../../i18n.ts';
import { Insecure } from './Insecure.tsx';
import { Notice } from './Notice.tsx';
import { PhoneLinkView } from './PhoneLinkView.tsx';
import { usePhoneBrand } from './usePhoneBrand.ts';

/** Page of a phone that speaks by a link: opened by a QR code, without a login. */
export function PhonePage() {
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language);
  const brand = usePhoneBrand(language);
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    // Another code scanned into the same tab changes only the fragment.
    const read = () => setHash(location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return (
    <>
      <header>
        {brand?.mark !== undefined && <img className="mark" src={brand.mark} alt="" />}
        <b>{brand?.name ?? ''}</b>
        <span className="languages">
          {languages.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === language}
              onClick={() => void chooseLanguage(one)}
            >
              {t(`language.${one}`)}
            </button>
          ))}
        </span>
      </header>
      <main>
        <Content hash={hash} />
      </main>
    </>
  );
}

function Content({ hash }: { hash: string }) {
  const { t, i18n } = useTranslation();
  const key = linkKey(hash);
  const trouble = useMemo(microphoneTrouble, []);
  const api = useMemo(
    () =>
      key === null || trouble === 'insecure'
        ? null
        : createPhoneApi({ key, phone: phoneKey(localStorage) }, () => i18n.language),
    [key, trouble, i18n],
  );
  // Before anything is sent: the key must not go by plain HTTP.
  if (trouble === 'insecure' || location.protocol !== 'https:') return <Insecure hash={hash} />;
  if (api === null) return <Notice title={t('phone.noLink')} text={t('phone.noLinkWhy')} />;
  if (trouble !== null) return <Notice title={t('phone.cannot')} text={t(`talk.trouble.${trouble}`)} />;
  return <PhoneLinkView key={hash} api={api} />;
}
