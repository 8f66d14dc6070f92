import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ClockRegular, DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { QueuedStartLive } from '../../../../contract/entities/tasks/queuedStart.ts';
import { useApp, usePermission, useSiteClock, useUser } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { queueText } from '../../shared/queue/queueText.ts';
import { narrowScreen, tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: '40px minmax(0, 3fr) minmax(0, 4fr) 150px auto',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '48px',
    padding: '4px 12px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [narrowScreen]: {
      gridTemplateColumns: '20px minmax(0, 1fr) auto',
      gridTemplateAreas: '"place text cancel" ". waits cancel" ". left cancel"',
      rowGap: '2px',
      padding: '8px 12px 8px 4px',
    },
  },
  waits: { [narrowScreen]: { gridArea: 'waits', whiteSpace: 'normal' } },
  cancel: { [narrowScreen]: { gridArea: 'cancel' } },
  place: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground3 },
  text: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  left: {
    [narrowScreen]: { gridArea: 'left' },
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
});

/** Starts that wait until their terminals are free, in the order of the queue. */
export function QueuedStarts({ rows }: { rows: readonly QueuedStartLive[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  if (rows.length === 0)
    return <EmptyState icon={<ClockRegular />} title={t('queue.nothing')} hint={t('queue.nothingWhy')} />;
  return (
    <ol className={s.list} aria-label={t('queue.title')}>
      {rows
        .toSorted((a, b) => a.position - b.position)
        .map((row) => (
          <QueuedRow key={row.id} row={row} />
        ))}
    </ol>
  );
}

function QueuedRow({ row }: { row: QueuedStartLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const user = useUser();
  const may = usePermission();
  const clock = useSiteClock();
  useSecond();
  const { attempt, waits, until } = queueText(t, row, clock.now());
  const mayCancel = row.account_id === user?.id || may(['operate_real_time_task', 'operate_task']);
  const detail = [
    t(`codes.taskType.${row.task_type}`),
    row.started_by,
    t('queue.terminals', { n: row.targets }),
    attempt,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <li className={s.row} data-testid="queued-start">
      <span className={s.place}>{row.position}</span>
      <span className={s.text}>
        <NameText name={row.name} />
        <span className={`${s.line} ${s.detail}`} title={detail}>
          {detail}
        </span>
      </span>
      <span className={mergeClasses(s.line, s.waits)} title={waits}>
        {waits}
      </span>
      <span className={s.left}>{until}</span>
      <BusyButton
        always
        className={s.cancel}
        size="small"
        icon={<DismissRegular />}
        aria-label={t('queue.cancelNamed', { name: row.name })}
        reason={mayCancel ? undefined : t('kit.noRight')}
        onPress={() => api.post(`/v1/queued_start/${row.id}/cancel`, {})}
      >
        {t('queue.cancel')}
      </BusyButton>
    </li>
  );
}
