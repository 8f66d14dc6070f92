import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Language } from '../../../../contract/language.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useObservable } from '../../app/useObservable.ts';
import { clockTime } from '../../kit/time/clockTime.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'baseline', gap: '8px', whiteSpace: 'nowrap' },
  time: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  date: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    '@container (max-width: 150px)': { display: 'none' },
  },
});

const locale: Record<Language, string> = { cn: 'zh-CN', en: 'en-GB', kr: 'ko-KR' };

/** Formats a day briefly: 3月12日 周四, Thu 12 Mar, 3월 12일 목. */
export function shortDate(at: number, timeZone: string, language: Language): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale[language], { ...options, timeZone }).format(at);
  const weekday = part({ weekday: 'short' });
  if (language === 'en') return `${weekday} ${part({ day: 'numeric', month: 'short' })}`;
  return `${part({ month: 'long', day: 'numeric' })} ${weekday}`;
}

/** Clock with the server's time in the site's time zone, not the browser's; without a date in a narrow place. */
export function Clock() {
  const s = useStyles();
  const clock = useSiteClock();
  const language = useLanguage();
  useSecond();
  const site = useObservable(clock.time$, clock.time$.value);
  const timeZone = site?.timeZone ?? clock.timeZone();
  const now = clock.now();
  const day = Math.floor(now / 60_000);
  const date = useMemo(() => shortDate(day * 60_000, timeZone, language), [day, timeZone, language]);
  return (
    <span className={s.root} data-testid="clock" title={timeZone}>
      <span className={s.time}>{clockTime(now, timeZone)}</span>
      <span className={s.date}>{date}</span>
    </span>
  );
}
