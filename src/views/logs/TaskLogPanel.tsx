import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastTargetRow } from '../../../contract/entities/broadcast.ts';
import type { TaskLogRow } from '../../../contract/entities/taskLog.ts';
import type { Page } from '../../../contract/envelope.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { FaultGlyph } from '../kit/Glyph.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { Pager } from '../kit/toolbar/Pager.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { TargetRow } from '../tasks/TargetRow.tsx';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '352px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: { display: 'flex', alignItems: 'flex-start', gap: '8px', padding: '12px 8px 4px 16px' },
  names: { flexGrow: 1, minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  fault: { display: 'flex', gap: '6px', padding: '0 16px 4px', color: tokens.tocsinFaultText },
  bar: { display: 'flex', alignItems: 'center', gap: '8px', padding: '8px 16px', flexShrink: 0 },
  search: { flexGrow: 1, minWidth: 0, '& > *': { width: '100%', minWidth: 0 } },
  list: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  none: { padding: '16px', color: tokens.colorNeutralForeground3 },
  foot: { padding: '4px 16px', flexShrink: 0, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

const limit = 100;
/** Reports of a run that goes on, or has just ended, come in so often, ms. */
const everyMs = 3000;

/** The proof of delivery of one run: each terminal, those that were not heard first, and why not. */
export function TaskLogPanel(props: { id: number; run: TaskLogRow | undefined; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  const { id, run } = props;
  const zone = clock.timeZone();
  const [page, setPage] = useState(1);
  const [q, setQ] = useState<string | undefined>();
  const [heard, setHeard] = useState<string | undefined>();
  const query = { page, limit, ...(q ? { q } : {}), ...(heard ? { heard } : {}) };
  const { data, error } = useQuery({
    queryKey: ['task_log', id, 'target', query],
    queryFn: () => api.get<Page<BroadcastTargetRow>>(`/v1/task_log/${id}/target`, query, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: run !== undefined && run.result === null ? everyMs : false,
  });
  const at = (seconds: number | null) => formatTimestamp(seconds, t('common.none'), zone);
  return (
    <aside
      className={s.root}
      aria-label={t('taskLog.proofOf', { name: run?.task_name ?? '' })}
      data-testid="task-log-panel"
    >
      <div className={s.head}>
        <div className={s.names}>
          <h2 className={s.title}>{run?.task_name ?? t('common.details')}</h2>
          {run !== undefined && (
            <div className={s.caption}>
              {at(run.start_time)}
              {run.end_time !== null && ` – ${at(run.end_time).slice(11)}`}
              {run.due_time !== null && <div>{t('taskLog.due', { time: at(run.due_time) })}</div>}
              <div>{t(`taskLog.result.${run.result ?? 'on_air'}`)}</div>
              {run.task_id !== null && (
                <ScreenLink
                  screen="menu_task_management"
                  search={{ id: String(run.task_id) }}
                  without="nothing"
                >
                  {t('taskLog.toTask')}
                </ScreenLink>
              )}
            </div>
          )}
        </div>
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={t('common.close')}
          onClick={props.onClose}
        />
      </div>
      {run !== undefined && run.error !== '' && (
        <div className={s.fault}>
          <FaultGlyph />
          {run.error}
        </div>
      )}
      <div className={s.bar}>
        <span className={s.search}>
          <SearchField
            value={q}
            placeholder={t('task.searchTargets')}
            onChange={(text) => {
              setQ(text);
              setPage(1);
            }}
          />
        </span>
        <FilterMenu
          label={t('common.status')}
          value={heard}
          options={[
            { value: 'true', label: t('task.targetState.heard') },
            { value: 'false', label: t('task.targetState.unheard') },
          ]}
          onChange={(value) => {
            setHeard(value);
            setPage(1);
          }}
        />
      </div>
      {error !== null && data === undefined && (
        <EmptyState title={t('common.interfaceFailed')} why={error.message} />
      )}
      {data?.rows.length === 0 && <div className={s.none}>{t('task.noTargets')}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard */}
      <ul className={s.list} aria-label={t('task.terminals')} tabIndex={0}>
        {data?.rows.map((row) => (
          <TargetRow key={row.terminal_id} row={row} />
        ))}
      </ul>
      {(data?.total ?? 0) > limit && (
        <div className={s.foot}>
          <Pager page={page} limit={limit} total={data?.total ?? 0} onPage={setPage} />
        </div>
      )}
    </aside>
  );
}
