import { makeStyles } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive, BroadcastTargetRow, TargetQuery } from '../../../contract/entities/broadcast.ts';
import type { Page } from '../../../contract/envelope.ts';
import { useApp } from '../app/AppContext.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { Pager } from '../kit/toolbar/Pager.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { tokens } from '../theme/tokens.ts';
import { TargetRow } from './TargetRow.tsx';

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: '8px', padding: '8px 16px', flexShrink: 0 },
  search: { flexGrow: 1, minWidth: 0, '& > *': { width: '100%', minWidth: 0 } },
  list: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  none: { padding: '16px', color: tokens.colorNeutralForeground3 },
  foot: { padding: '4px 16px', flexShrink: 0, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

/** The states of single terminals change without a live row of their own: they are asked for so often, ms. */
const everyMs = 2000;
const limit = 100;
const onAir = ['sounding', 'silent', 'preempted', 'offline'] as const;
const over = ['heard', 'unheard'] as const;

/** Every terminal of a task, those that do not sound first: state, why, and proof of delivery. */
export function TaskTargets(props: {
  id: number;
  live: BroadcastLive | undefined;
  /** It is on the air, or its last reports are still coming in. */
  isChanging: boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { id, live } = props;
  const [page, setPage] = useState(1);
  const [q, setQ] = useState<string | undefined>();
  const [state, setState] = useState<TargetQuery['state']>();
  const states: readonly NonNullable<TargetQuery['state']>[] = live === undefined ? over : onAir;
  const asked = state !== undefined && states.includes(state) ? state : undefined;
  const query = { page, limit, ...(q ? { q } : {}), ...(asked ? { state: asked } : {}) };
  const { data } = useQuery({
    queryKey: ['task', id, 'target', query],
    queryFn: () => api.get<Page<BroadcastTargetRow>>(`/v1/task/${id}/target`, query, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: props.isChanging ? everyMs : false,
  });
  const label = (one: NonNullable<TargetQuery['state']>) => {
    const text = t(`task.targetState.${one}`);
    return live === undefined || one === 'heard' || one === 'unheard' ? text : `${text} ${live[one]}`;
  };
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
          value={asked}
          options={states.map((one) => ({ value: one, label: label(one) }))}
          onChange={(value) => {
            setState(value as TargetQuery['state']);
            setPage(1);
          }}
        />
      </div>
      {data !== undefined && data.rows.length === 0 && <div className={s.none}>{t('task.noTargets')}</div>}
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
    </>
  );
}
