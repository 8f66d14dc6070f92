import { useTranslation } from 'react-i18next';

/** A browser too old to be a loudspeaker. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <main>
      <section>
        <p className="notice" role="alert">
          {t('terminalPage.oldBrowser')}
        </p>
      </section>
    </main>
  );
}
