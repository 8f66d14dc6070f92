import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../contract/entities/tasks/scheduledTask.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { TimeScale } from '../kit/chart/TimeScale.tsx';
import { ticksBetween } from '../kit/chart/ticks.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { durationText } from '../kit/time/lengths.ts';
import { recentTime } from '../kit/time/recentTime.ts';
import { useSecond } from '../kit/time/useTick.ts';
import { useNextRuns } from '../shared/tasks/useNextRuns.ts';
import { tokens } from '../theme/tokens.ts';
import { Section } from './Section.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 2fr) minmax(0, 3fr) max-content',
    columnGap: '12px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  row: {
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    alignItems: 'center',
    minHeight: '26px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    whiteSpace: 'nowrap',
  },
  at: { fontWeight: tokens.fontWeightSemibold },
  name: { minWidth: 0 },
  lane: {
    position: 'relative',
    alignSelf: 'stretch',
    overflow: 'hidden',
    borderLeft: `2px solid ${tokens.colorNeutralForeground1}`,
  },
  bar: {
    position: 'absolute',
    top: '7px',
    bottom: '7px',
    minWidth: '3px',
    borderRadius: '2px',
    backgroundColor: tokens.tocsinData2,
  },
  line: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    borderLeft: `1px dotted ${tokens.colorNeutralStroke2}`,
  },
  scale: { gridColumn: '3' },
  wait: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3, textAlign: 'right' },
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
});

/** Number of runs on the home page. */
const shown = 12;
/** Ranges of the timeline, seconds from now: the first one in which the first runs lie. */
const ranges = [2 * 3600, 6 * 3600, 24 * 3600, 7 * 24 * 3600];
/** Number of runs that the timeline has to hold. */
const held = 3;
/** Time from which the countdown shows no seconds, s. */
const DAY = 86_400;

/** Next runs of all tasks on a timeline from now on, with countdowns. */
export function NextRuns() {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  useSecond();
  const now = clock.now() / 1000;
  const data = useNextRuns(shown);
  const ahead = rangeOf(data, now);
  const share = (seconds: number) => `${Math.min(100, Math.max(0, (seconds / ahead) * 100))}%`;
  const lines = ticksBetween(now, now + ahead, 5, clock.timeZone());
  return (
    <Section
      title={t('home.nextRuns')}
      end={
        <ScreenLink screen="menu_task_management" search={{ view: 'timeline' }} without="nothing">
          {t('schedule.timeline')}
        </ScreenLink>
      }
    >
      {data === undefined && <LoadingRows rows={3} />}
      {data?.length === 0 && <div className={s.none}>{t('home.nextRunsWhy')}</div>}
      <ul className={s.list} data-testid="next-runs">
        {data !== undefined && data.length > 0 && (
          <li className={s.scale} aria-hidden="true">
            <TimeScale from={now} to={now + ahead} timeZone={clock.timeZone()} ticks={5} />
          </li>
        )}
        {data?.map((run) => {
          const wait = Math.max(0, run.start - now);
          return (
            <li key={`${run.task_id}/${run.start}`} className={s.row}>
              <span className={s.at}>
                {shortTime(recentTime(run.start, clock.now(), '', clock.timeZone()))}
              </span>
              <span className={s.name}>
                <ScreenLink screen="menu_task_management" search={{ id: String(run.task_id) }}>
                  <NameText name={run.name} />
                </ScreenLink>
              </span>
              <span className={s.lane} aria-hidden="true">
                {lines.map(({ share: at }) => (
                  <span key={at} className={s.line} style={{ left: `${at * 100}%` }} />
                ))}
                {wait < ahead && (
                  <span
                    className={s.bar}
                    style={{ left: share(wait), width: share((run.end ?? run.start) - run.start) }}
                  />
                )}
              </span>
              <span className={s.wait}>
                {wait < DAY
                  ? t('home.inTime', { time: durationText(t, wait * 1000) })
                  : t('home.inDays', { n: daysBetween(now, run.start, clock.timeZone()) })}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Range that holds the first runs, s. */
function rangeOf(runs: readonly Run[] | undefined, now: number): number {
  const last = (runs ?? []).slice(0, held).at(-1)?.start ?? now;
  return ranges.find((range) => last - now < range) ?? Math.ceil((last - now) * 1.1);
}

/** Number of midnights of the site between two times, epoch seconds. */
function daysBetween(from: number, to: number, timeZone: string): number {
  const day = (at: number) => Date.parse(formatTimestamp(Math.floor(at), '', timeZone).slice(0, 10));
  return (day(to) - day(from)) / (DAY * 1000);
}

/** Leaves out the year and the seconds of a time of another day: its row has a countdown in days or hours. */
const shortTime = (text: string) => (text.length > 8 ? text.slice(5, 16) : text);
