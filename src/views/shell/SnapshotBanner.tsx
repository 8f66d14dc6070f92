import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { SiteLive } from '../../../contract/entities/site/systemConfig.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { clockTime } from '../kit/time/clockTime.ts';
import { FaultBanner } from '../shared/frame/FaultBanner.tsx';

const none: readonly SiteLive[] = [];
/** Update interval of the age, ms. */
const AGAIN_MS = 10_000;

/**
 * Banner while the server runs without its database: the age of its data, and the functions that still work.
 */
export function SnapshotBanner() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const at = useObservable(streams.site.rows$, none)[0]?.snapshot_at ?? null;
  const [, look] = useState(0);
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => look((count) => count + 1), AGAIN_MS);
    return () => clearInterval(timer);
  }, [at]);
  if (at === null) return null;
  const minutes = Math.max(0, Math.floor((clock.now() - at) / 60_000));
  return (
    <FaultBanner testid="snapshot" alert={t('shell.snapshotShort')}>
      <span>
        <Trans
          i18nKey="shell.snapshot"
          values={{ time: clockTime(at, clock.timeZone()), minutes }}
          components={{ b: <b /> }}
        />
      </span>
    </FaultBanner>
  );
}
