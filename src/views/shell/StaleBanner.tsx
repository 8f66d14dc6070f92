import { makeStyles } from '@fluentui/react-components';
import { Trans, useTranslation } from 'react-i18next';
import type { DataAge } from '../../streams/age.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { clockTime } from '../kit/clockTime.ts';
import { FaultGlyph } from '../kit/Glyph.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    flexShrink: 0,
    padding: '0 16px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.tocsinFaultTint,
    borderBottom: `1px solid ${tokens.tocsinFaultStroke}`,
    '& > span:last-child': { marginLeft: 'auto', color: tokens.colorNeutralForeground2 },
  },
});

const none: DataAge = { level: 'none', seconds: null };

/** Says at which moment the data stopped, how long ago, and what the console does about it (look: States). */
export function StaleBanner() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const age = useObservable(streams.age$, none);
  const status = useObservable(streams.connection$, 'idle');
  if (age.level !== 'stale' || age.seconds === null) return null;
  const seconds = Math.floor(age.seconds);
  const time = clockTime(clock.now() - seconds * 1000, clock.timeZone());
  return (
    <div className={s.root} role="alert" data-testid="stale">
      <FaultGlyph size={16} />
      <span>
        <Trans i18nKey="shell.staleSince" values={{ time, seconds }} components={{ b: <b /> }} />
      </span>
      <span>{t(status === 'offline' ? 'shell.noNetwork' : 'shell.reconnecting')}</span>
    </div>
  );
}
