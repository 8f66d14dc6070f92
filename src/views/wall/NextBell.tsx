import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../app/AppContext.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { clockTime } from '../kit/time/clockTime.ts';
import { useSecond } from '../kit/time/useTick.ts';
import { countdown } from '../shared/alarms/alarmTimes.ts';
import { useNextRuns } from '../shared/tasks/useNextRuns.ts';
import { tokens } from '../theme/tokens.ts';
import { useWallStyles } from './wallStyles.ts';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '16px' },
  name: {
    fontSize: '24px',
    lineHeight: '32px',
    fontWeight: tokens.fontWeightSemibold,
    minWidth: 0,
    whiteSpace: 'nowrap',
  },
  left: { fontSize: '52px', lineHeight: '60px', fontWeight: tokens.fontWeightSemibold, flexShrink: 0 },
});

/** Time from which the countdown would have more than two digits of hours, s. */
const SHOWN_S = 86_400;

/** Next run of the schedule, with a countdown that is readable from across the room. */
export function NextBell() {
  const s = useWallStyles();
  const own = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  useSecond();
  const now = clock.now();
  const next = useNextRuns(1)?.find(({ start }) => start * 1000 > now);
  if (next === undefined || next.start * 1000 - now > SHOWN_S * 1000) return null;
  return (
    <section className={s.section} data-testid="wall-next">
      <div className={s.head}>
        <h2 className={s.h2}>{t('wall.next')}</h2>
        <span className={s.side}>{clockTime(next.start * 1000, clock.timeZone()).slice(0, 5)}</span>
      </div>
      <div className={own.line}>
        <span className={own.name}>
          <NameText name={next.name} />
        </span>
        {/* A counting figure would be read out every second. */}
        <span className={own.left} aria-hidden="true">
          {countdown(next.start * 1000 - now)}
        </span>
      </div>
    </section>
  );
}
