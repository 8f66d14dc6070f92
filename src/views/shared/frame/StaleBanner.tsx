import { Button, makeStyles } from '@fluentui/react-components';
import { Trans, useTranslation } from 'react-i18next';
import { BANNER_MS, type DataAge } from '../../../streams/age.ts';
import type { Retry } from '../../../streams/connection.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { clockTime } from '../../kit/time/clockTime.ts';
import { tokens } from '../../theme/tokens.ts';
import { FaultBanner } from './FaultBanner.tsx';

const useStyles = makeStyles({
  what: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    marginLeft: 'auto',
    color: tokens.colorNeutralForeground2,
  },
});

const none: DataAge = { level: 'none', seconds: null };

/** Banner for stale data: when the data stopped, how long ago, and that the console reconnects. */
export function StaleBanner() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const age = useObservable(streams.age$, none);
  if (age.seconds === null || age.seconds * 1000 < BANNER_MS) return null;
  const seconds = Math.floor(age.seconds);
  const time = clockTime(clock.now() - seconds * 1000, clock.timeZone());
  return (
    <FaultBanner testid="stale" alert={t(age.level === 'stale' ? 'shell.staleWrites' : 'shell.staleShort')}>
      <span>
        <Trans i18nKey="shell.staleSince" values={{ time, seconds }} components={{ b: <b /> }} />
      </span>
      <Reconnecting />
    </FaultBanner>
  );
}

/**
 * The attempt that is due or in progress, and a button to try now. Rendered with the age, so it counts down.
 */
function Reconnecting() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams, tryNow, now } = useApp();
  const status = useObservable(streams.connection$, 'idle');
  const retry = useObservable<Retry | null>(streams.retry$, null);
  const left = retry?.at == null ? 0 : Math.max(0, Math.ceil((retry.at - now()) / 1000));
  return (
    <div className={s.what}>
      {retry?.stopped === true && <span>{t('shell.serverStopped')}</span>}
      {status === 'offline' && <span>{t('shell.noNetwork')}</span>}
      {retry !== null && (
        <span data-testid="retry">
          {left > 0
            ? t('shell.retryIn', { attempt: retry.attempt, seconds: left })
            : t('shell.retrying', { attempt: retry.attempt })}
        </span>
      )}
      {retry !== null && (
        <Button size="small" onClick={tryNow} disabledFocusable={left === 0}>
          {t('shell.tryNow')}
        </Button>
      )}
    </div>
  );
}
