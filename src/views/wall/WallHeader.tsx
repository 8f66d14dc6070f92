import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { useObservable } from '../app/useObservable.ts';
import { Glyph } from '../kit/status/Glyph.tsx';
import { useStatusClasses } from '../kit/status/statusStyles.ts';
import { clockTime } from '../kit/time/clockTime.ts';
import { useSecond } from '../kit/time/useTick.ts';
import { AlarmStrip } from '../shared/alarms/AlarmStrip.tsx';
import { useAlarmBar } from '../shared/alarms/alarmBar.ts';
import { useAlarms } from '../shared/alarms/useAlarms.ts';
import { buzzOf, useBuzzer } from '../shared/alarms/useBuzzer.ts';
import { shortDate } from '../shared/frame/Clock.tsx';
import { DataAge } from '../shared/frame/DataAge.tsx';
import { SiteMark } from '../shared/frame/SiteMark.tsx';
import { useSiteName } from '../shared/frame/useSiteName.ts';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '20px',
    height: '80px',
    flexShrink: 0,
    margin: '0 -28px',
    padding: '0 28px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { flexShrink: 0 },
  },
  site: { margin: 0, fontSize: '21px', lineHeight: '28px', fontWeight: tokens.fontWeightSemibold },
  quiet: { display: 'inline-flex', alignItems: 'center', gap: '8px', fontSize: '17px' },
  faults: {
    height: '34px',
    padding: '0 14px',
    gap: '10px',
    fontSize: '17px',
    lineHeight: '34px',
    '& > svg': { width: '24px', height: '24px' },
  },
  rest: { flexGrow: 1, flexShrink: 1 },
  date: { fontSize: '17px', color: tokens.colorNeutralForeground2 },
  time: { fontSize: '58px', lineHeight: '72px', fontWeight: tokens.fontWeightSemibold },
});

/** Header of all pages: site, alarms, faults, age of the data, time. An alarm takes the whole room. */
export function WallHeader() {
  const s = useStyles();
  const classes = useStatusClasses();
  const { t } = useTranslation();
  const { streams } = useApp();
  const site = useSiteName();
  const language = useLanguage();
  const clock = useSiteClock();
  const alarms = useAlarms();
  const buzzer = useBuzzer(buzzOf(alarms));
  const bar = useAlarmBar(alarms);
  const faults = useObservable<Fault[] | null>(streams.openFaults$, null);
  useSecond();
  const now = clock.now();
  const timeZone = clock.timeZone();
  const day = Math.floor(now / 60_000);
  const date = useMemo(() => shortDate(day * 60_000, timeZone, language), [day, timeZone, language]);
  const fresh = faults?.filter(({ state }) => state === 'new').length ?? 0;
  return (
    <header className={mergeClasses(s.root, bar)}>
      <SiteMark size={34} />
      {alarms.length === 0 && <h1 className={s.site}>{site}</h1>}
      <AlarmStrip alarms={alarms} buzzer={buzzer} />
      {alarms.length === 0 && (
        <span className={s.quiet}>
          <Glyph name="alarmOutline" size={18} />
          {t('wall.noAlarm')}
        </span>
      )}
      {alarms.length === 0 && faults !== null && faults.length > 0 && (
        <span className={mergeClasses(fresh > 0 ? classes.fault : classes.faultOutline, s.faults)}>
          <Glyph name={fresh > 0 ? 'warning' : 'warningOutline'} size={24} />
          <span>
            <Trans i18nKey="shell.faultsN" values={{ n: faults.length }} components={{ b: <b /> }} />
          </span>
          {fresh > 0 && <b>{t('shell.newFaults', { fresh })}</b>}
        </span>
      )}
      {alarms.length === 0 && <span className={s.rest} />}
      <DataAge />
      {alarms.length === 0 && <span className={s.date}>{date}</span>}
      <span className={s.time} data-testid="clock" title={timeZone}>
        {clockTime(now, timeZone)}
      </span>
    </header>
  );
}
