import { makeStyles } from '@fluentui/react-components';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, filter, merge, type Observable } from 'rxjs';
import type { Page } from '../../../../contract/api/envelope.ts';
import type { TargetingTask } from '../../../../contract/entities/tasks/targetingTask.ts';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { CollectionEvent } from '../../../streams/collection.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': { padding: '4px 0', overflowWrap: 'anywhere' },
  },
});

/** Tasks that are shown; a site may have thousands that target a terminal. */
const SHOWN = 20;
/** Delay after a change of tasks, ms: switching a plan on changes many, which are read once. */
const settleMs = 500;

/** Screen on which a task of each kind is opened. */
const screenOf = {
  scheduled_task: 'menu_task_management',
  capturer_task: 'menu_capturer_task',
  linkage_task: 'menu_linkage_task',
} as const satisfies Record<TargetingTask['kind'], string>;

/** Reads the tasks, and again when tasks, plans, or the zone and groups of the terminal change. */
function useTargetingTasks({ id, org, groups }: Terminal): Page<TargetingTask> | undefined {
  const { api, streams } = useApp();
  const queries = useQueryClient();
  const key = useMemo(() => ['device', id, 'tasks'], [id]);
  const { data } = useQuery({
    queryKey: [...key, org, groups.join()],
    queryFn: () => api.get<Page<TargetingTask>>(`/v1/device/${id}/tasks`, { limit: SHOWN }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    const { scheduledTask, capturerTask, linkageTask, plan } = streams;
    const feeds: Observable<CollectionEvent<{ id: number }>>[] = [
      scheduledTask.changes$,
      capturerTask.changes$,
      linkageTask.changes$,
      plan.changes$,
    ];
    const changed = merge(...feeds)
      .pipe(
        filter((event) => event.kind === 'delta' && event.set.length + event.gone.length > 0),
        auditTime(settleMs),
      )
      .subscribe(() => void queries.invalidateQueries({ queryKey: key }));
    return () => changed.unsubscribe();
  }, [streams, queries, key]);
  return data;
}

type Terminal = Pick<DeviceLive, 'id' | 'org' | 'groups'>;

/** Section of the panel: the stored tasks that target the terminal, with plan and next run, live. */
export function TargetingTasks({ terminal }: { terminal: Terminal }) {
  const s = useDevicePanelStyles();
  const own = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const data = useTargetingTasks(terminal);
  if (data === undefined) return null;
  const when = (task: TargetingTask): string[] => {
    if (task.broadcast_id !== null) return [t('status.playing')];
    if (!task.enabled) return [t('common.disabled')];
    return task.next_run === null ? [] : [formatTimestamp(task.next_run, '', clock.timeZone())];
  };
  const detailOf = (task: TargetingTask) =>
    [
      t(`devices.taskKind.${task.kind}`),
      ...(task.plan_name === null ? [] : [task.plan_name]),
      ...when(task),
    ].join(t('kit.listComma'));
  const rest = data.total - data.rows.length;
  return (
    <section data-testid="targeting-tasks" aria-label={t('devices.tasks')}>
      <h3 className={s.section}>{t('devices.tasksOf', { n: data.total })}</h3>
      {data.rows.length === 0 && <div>{t('devices.noTasks')}</div>}
      <ul className={own.list}>
        {data.rows.map((task) => (
          <li key={`${task.kind} ${task.id}`}>
            <ScreenLink screen={screenOf[task.kind]} search={{ id: String(task.id) }}>
              {task.name}
            </ScreenLink>
            <div className={s.caption}>{detailOf(task)}</div>
          </li>
        ))}
      </ul>
      {rest > 0 && <div>{t('devices.moreTasks', { n: rest })}</div>}
    </section>
  );
}
