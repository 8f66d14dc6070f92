import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, toLanguage } from '../../../contract/language.ts';
import type { Engine } from '../engine.ts';
import { chooseLanguage } from '../i18n.ts';
import { WakeLock } from '../wake.ts';
import { Icon } from './icons.tsx';

/** Test tone, screen, account, language. */
export function Footer({ engine, account }: { engine: Engine; account: string | null }) {
  const { t } = useTranslation();
  const [awake, setAwake] = useState(engine.store.awake);
  const lock = useRef<WakeLock | null>(null);
  useEffect(() => {
    lock.current ??= new WakeLock(awake);
    lock.current.want(awake);
    engine.store.awake = awake;
  }, [awake, engine]);
  return (
    <footer>
      <button type="button" className="button" onClick={() => void engine.tone()}>
        <Icon name="tone" />
        {t('terminalPage.tone')}
      </button>
      <label className="button switch">
        {t('terminalPage.keepAwake')}
        <input
          type="checkbox"
          role="switch"
          checked={awake && WakeLock.possible}
          aria-checked={awake && WakeLock.possible}
          disabled={!WakeLock.possible}
          onChange={({ target }) => setAwake(target.checked)}
        />
      </label>
      {account !== null && (
        <button type="button" className="button" onClick={() => engine.logOut()}>
          <Icon name="out" />
          {t('terminalPage.logOut', { account })}
        </button>
      )}
      <LanguageChoice />
    </footer>
  );
}

/** The three languages of the interface. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <select
      className="language"
      aria-label={t('language.choose')}
      value={toLanguage(i18n.language)}
      onChange={({ target }) => void chooseLanguage(toLanguage(target.value))}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`language.${language}`)}
        </option>
      ))}
    </select>
  );
}
