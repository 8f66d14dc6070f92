import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { queueText } from '../../shared/queue/queueText.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: '2px 12px', margin: '0 0 8px' },
});

/** Reason for which the run of a task waits, and until when; nothing while none waits. */
export function WaitingRun({ task }: { task: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  useSecond();
  const row = useRowsNow(streams.queuedStart).find((one) => one.scheduled_task === task);
  if (row === undefined) return null;
  const { attempt, waits, until } = queueText(t, row, clock.now());
  return (
    <div className={s.root} data-testid="waiting-run">
      <span>{waits}</span>
      <span>{until}</span>
      {attempt !== '' && <span>{attempt}</span>}
      <ScreenLink screen="menu_task_status" search={{ view: 'queued' }} without="nothing">
        {t('queue.show')}
      </ScreenLink>
    </div>
  );
}
