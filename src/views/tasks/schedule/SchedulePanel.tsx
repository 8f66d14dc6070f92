import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { policyText } from '../../shared/queue/queueText.ts';
import { taskCalls } from '../../shared/tasks/calls.ts';
import { daysText, playStatusName, shortTime } from '../../shared/tasks/taskStatus.ts';
import { tokens } from '../../theme/tokens.ts';
import { OfflineCopies } from './OfflineCopies.tsx';
import { runText } from './scheduleColumns.ts';
import { hasBusyPolicy } from './taskForm.ts';
import type { TaskActions } from './useTaskActions.tsx';
import { WaitingRun } from './WaitingRun.tsx';

const useStyles = makeStyles({
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 16px 12px' },
  links: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', marginBottom: '8px' },
  chips: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', margin: '0 0 8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: '4px 0 12px' },
  part: {
    margin: '8px 0 0',
    paddingBottom: '4px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '16px',
    rowGap: '4px',
    margin: '8px 0',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  runs: { margin: '4px 0', padding: 0, listStyle: 'none', '& > li': { padding: '3px 0' } },
  none: { color: tokens.colorNeutralForeground3, margin: '8px 0' },
});

/** Number of next runs listed. */
const shownRuns = 6;

/** Side panel of one saved task: current state, next runs, actions, and a link to its log. */
export function SchedulePanel(props: { id: number; actions: TaskActions; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const row$ = useMemo(() => streams.scheduledTask.row$(props.id), [streams, props.id]);
  const row = useObservable<ScheduledTaskLive | undefined>(row$, streams.scheduledTask.get(props.id));
  const { data: runs } = useQuery({
    queryKey: ['scheduled_task', props.id, 'run', row?.rev, row?.next_run],
    queryFn: () => taskCalls(api).runs(props.id, shownRuns),
    enabled: row !== undefined,
  });
  return (
    <SidePanel
      label={row === undefined ? t('common.details') : t('task.panel', { name: row.name })}
      title={row?.name}
      testId="schedule-panel"
      onClose={props.onClose}
    >
      {row === undefined ? (
        <EmptyState title={t('task.goneTitle')} hint={t('schedule.gone')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={s.body} tabIndex={0} aria-label={t('common.details')}>
          <div className={s.chips}>
            <StatusChip status={row.validity} text={t(`codes.taskValidity.${row.validity}`)} />
            <StatusChip status={playStatusName(row)} />
          </div>
          <div className={s.buttons}>
            {props.actions.actions([row]).map((action) => (
              <ActionButton key={action.key} action={action} />
            ))}
          </div>
          <div className={s.links}>
            {row.broadcast_id !== null && (
              <ScreenLink
                screen="menu_task_status"
                search={{ id: String(row.broadcast_id) }}
                without="nothing"
              >
                {t('schedule.nowPlaying')}
              </ScreenLink>
            )}
            <ScreenLink screen="menu_task_log" search={{ task_id: String(row.id) }} without="nothing">
              {t('schedule.pastRuns')}
            </ScreenLink>
          </div>
          <WaitingRun task={row.id} />
          <h3 className={s.part}>{t('schedule.nextRuns')}</h3>
          {row.delay_s !== null && (
            <div className={s.none}>{t('delay.inForce', { minutes: Math.round(row.delay_s / 60) })}</div>
          )}
          {runs?.length === 0 && <div className={s.none}>{t('schedule.noRuns')}</div>}
          <ul className={s.runs} aria-label={t('schedule.nextRuns')}>
            {runs?.map((run) => (
              <li key={run.start}>{runText(run.start, clock.timeZone(), t)}</li>
            ))}
          </ul>
          {row.kept !== null && (
            <>
              <h3 className={s.part}>{t('offlineCache.title')}</h3>
              <OfflineCopies row={row} />
            </>
          )}
          <h3 className={s.part}>{t('common.details')}</h3>
          <dl className={s.facts}>
            <dt>{t('schedule.plan')}</dt>
            <dd>{row.plan_name ?? t('schedule.noPlan')}</dd>
            <dt>{t('task.source')}</dt>
            <dd>{t(`codes.audioSource.${row.audio_source}`)}</dd>
            <dt>{t('schedule.startTime')}</dt>
            <dd>{shortTime(row.start_time)}</dd>
            {row.end_time !== null && (
              <>
                <dt>{t('schedule.endTime')}</dt>
                <dd>{shortTime(row.end_time)}</dd>
              </>
            )}
            <dt>{t('schedule.days')}</dt>
            <dd>{daysText(row, t)}</dd>
            <dt>{t('schedule.dates')}</dt>
            <dd>{t('schedule.fromTo', { from: row.start_date, to: row.end_date ?? t('schedule.noEnd') })}</dd>
            <dt>{t('schedule.length')}</dt>
            <dd>{row.run_ms === null ? t('common.unknown') : durationText(t, row.run_ms)}</dd>
            <dt>{t('common.priority')}</dt>
            <dd>{row.priority}</dd>
            {hasBusyPolicy(row.audio_source) && (
              <>
                <dt>{t('queue.whenBusy')}</dt>
                <dd>{policyText(t, row)}</dd>
              </>
            )}
          </dl>
        </section>
      )}
    </SidePanel>
  );
}
