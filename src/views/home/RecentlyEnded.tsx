import { makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { filter, switchMap, take, timer } from 'rxjs';
import type { Page } from '../../../contract/api/envelope.ts';
import type { TaskRow } from '../../../contract/entities/tasks/broadcast.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { recentTime } from '../kit/time/recentTime.ts';
import { tokens } from '../theme/tokens.ts';
import { Section } from './Section.tsx';
import { SinceMorning } from './SinceMorning.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none' },
  row: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '12px',
    padding: '6px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    whiteSpace: 'nowrap',
  },
  name: { minWidth: 0 },
  detail: {
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  end: { marginLeft: 'auto' },
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
});

/** Number of runs on the home page. */
const shown = 12;
/** Delay until the end of a task is stored after its row has left the feed, ms. */
const storedWithinMs = 2_000;

/** Last ended runs, with the reason and the number of terminals where each was heard. */
export function RecentlyEnded() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['rows', 'task', 'recent'],
    queryFn: () => api.get<Page<TaskRow>>('/v1/task', { state: 'ended', sort: '-ended_at', limit: shown }),
  });
  useEffect(() => {
    const ended = streams.task.changes$
      .pipe(
        filter((event) => event.kind === 'delta' && event.gone.length > 0),
        switchMap(() => timer(0, storedWithinMs).pipe(take(2))),
      )
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', 'task', 'recent'] }));
    return () => ended.unsubscribe();
  }, [streams, queries]);
  const time = (at: number | null) => recentTime(at, clock.now(), t('common.none'), clock.timeZone());
  return (
    <Section
      title={t('home.recent')}
      keys={<SinceMorning />}
      end={
        <ScreenLink screen="menu_task_status" search={{ view: 'ended' }} without="nothing">
          {t('task.ended')}
        </ScreenLink>
      }
    >
      {data === undefined && <LoadingRows rows={3} />}
      {data?.rows.length === 0 && <div className={s.none}>{t('task.noneEndedWhy')}</div>}
      <ul className={s.list}>
        {data?.rows.map((task) => (
          <li key={task.id} className={s.row}>
            <span className={s.name}>
              <ScreenLink screen="menu_task_log" search={{ id: String(task.id) }}>
                <NameText name={task.name} />
              </ScreenLink>
            </span>
            <span className={s.detail}>
              {task.end_reason !== null && t(`task.endReasons.${task.end_reason}`)}
            </span>
            <span className={`${s.detail} ${s.end}`}>
              <ScreenLink screen="menu_task_log" search={{ id: String(task.id) }}>
                {task.heard} / {task.targets} {t('home.heard')}
              </ScreenLink>
            </span>
            <span className={s.detail}>{time(task.ended_at)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
