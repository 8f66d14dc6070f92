import { makeStyles } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../../contract/api/envelope.ts';
import type { BroadcastTargetRow } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp } from '../../app/AppContext.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { tokens } from '../../theme/tokens.ts';
import { TargetRow } from './TargetRow.tsx';

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: '8px', padding: '8px 16px', flexShrink: 0 },
  search: { flexGrow: 1, minWidth: 0, '& > *': { width: '100%', minWidth: 0 } },
  list: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  none: { padding: '16px', color: tokens.colorNeutralForeground3 },
  foot: { padding: '4px 16px', flexShrink: 0, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

const limit = 100;

/** Terminals of a run, those that were not heard first: state, reason, and proof of delivery. */
export function TargetList(props: {
  /** Entity that the terminals belong to. */
  of: 'task' | 'task_log';
  id: number;
  /** Kind of proof: of sound (default), or of carrying out a control task. */
  proof?: 'heard' | 'done';
  /** Filter: its name in the query, and its values with labels. */
  filter: string;
  options: readonly { value: string; label: string }[];
  /** Refresh interval of states without a live row, ms; false while nothing changes. */
  everyMs: number | false;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { of, id, filter, options } = props;
  const [page, setPage] = useState(1);
  const [q, setQ] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const value = options.some((one) => one.value === chosen) ? chosen : undefined;
  const query = { page, limit, ...(q ? { q } : {}), ...(value ? { [filter]: value } : {}) };
  const { data, error } = useQuery({
    queryKey: [of, id, 'target', query],
    queryFn: () => api.get<Page<BroadcastTargetRow>>(`/v1/${of}/${id}/target`, query, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: props.everyMs,
  });
  return (
    <>
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
          value={value}
          options={options}
          onChange={(next) => {
            setChosen(next);
            setPage(1);
          }}
        />
      </div>
      {error !== null && data === undefined && (
        <EmptyState title={t('common.interfaceFailed')} hint={error.message} />
      )}
      {data?.rows.length === 0 && <div className={s.none}>{t('task.noTargets')}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard */}
      <ul className={s.list} aria-label={t('task.terminals')} tabIndex={0}>
        {data?.rows.map((row) => (
          <TargetRow key={row.terminal_id} row={row} proof={props.proof ?? 'heard'} />
        ))}
      </ul>
      {(data?.total ?? 0) > limit && (
        <div className={s.foot}>
          <Pager page={page} limit={limit} total={data?.total ?? 0} onPage={setPage} />
        </div>
      )}
    </>
  );
}
