import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import type { TaskDetail } from '../../shared/startTask/useTask.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    margin: 0,
    padding: '8px 16px 16px',
    overflowY: 'auto',
    '& > dt': { color: tokens.colorNeutralForeground3, padding: '4px 8px 4px 0' },
    '& > dd': { margin: 0, padding: '4px 0', overflowWrap: 'anywhere' },
  },
});

/** Stored facts of a task: start, playback, and end. */
export function TaskFacts(props: { detail: TaskDetail; live: BroadcastLive | undefined }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { detail, live } = props;
  const none = t('common.none');
  const time = (at: number | null) => formatTimestamp(at, none, clock.timeZone());
  const volume = live === undefined ? detail.volume : live.volume;
  const facts: [string, string | number][] = [
    [t('task.startedAt'), time(detail.started_at)],
    [t('task.by'), detail.started_by || none],
    [t('common.priority'), detail.priority],
    [t('common.volume'), volume ?? t('task.ownShort')],
    [t('task.loop'), t(`codes.loopMode.${detail.loop}`)],
    [t('task.playOrder'), t(`codes.playOrder.${detail.play_order}`)],
    [t('task.interval'), durationText(t, detail.interval_time * 1000)],
    [t('task.resumePolicy'), t(`codes.resumePolicy.${detail.resume_policy}`)],
    [t('task.heardAt'), `${detail.heard} / ${detail.targets}`],
  ];
  if (live === undefined) {
    const reason = detail.end_reason;
    facts.splice(
      2,
      0,
      [t('task.endedAt'), time(detail.ended_at)],
      [t('task.endReason'), reason === null ? none : t(`task.endReasons.${reason}`)],
    );
  }
  return (
    <dl className={s.list}>
      {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}
