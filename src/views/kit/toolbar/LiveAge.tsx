import { Trans, useTranslation } from 'react-i18next';
import type { DataAge } from '../../../streams/age.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

const none: DataAge = { level: 'none', seconds: null };

/** Age of the data in the status bar of a live grid. */
export function LiveAge() {
  const { streams } = useApp();
  const age = useObservable(streams.age$, none);
  const { t } = useTranslation();
  if (age.seconds === null) return null;
  if (age.level === 'stale') return <span>{t('shell.ageStale', { seconds: Math.floor(age.seconds) })}</span>;
  return (
    <span>
      <Trans i18nKey="kit.liveAge" values={{ seconds: age.seconds.toFixed(1) }} components={{ b: <b /> }} />
    </span>
  );
}
