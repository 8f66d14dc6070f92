import { useTranslation } from 'react-i18next';

/** A browser too old to be a loudspeaker. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <main>
      <section>
        <h1 className="notice">{t('terminalPage.oldBrowser')}</h1>
      </section>
    </main>
  );
}
