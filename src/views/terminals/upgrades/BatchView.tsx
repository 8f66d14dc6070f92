import { makeStyles } from '@fluentui/react-components';
import { ArrowCircleUpRegular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  type Upgrade,
  type UpgradeTerminal,
  type UpgradeTopicRow,
  upgradeLiveId,
} from '../../../../contract/entities/terminals/upgrade.ts';
import { countSteps, countWaves, upgradeTerminals } from '../../../streams/upgrade.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { throttled, useRowsNow } from '../../kit/list/useRowsNow.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { terminalScreens } from '../../shared/terminals/kindScreens.ts';
import { stepLook, stepOrder } from '../../shared/upgrades/steps.ts';
import { stepText, terminalColumns } from '../../shared/upgrades/terminalColumns.ts';
import { BackToRecords, BatchHead } from './BatchHead.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  list: { flexGrow: 1, minHeight: 0 },
});

const states = stepOrder.map((step) => stepLook[step]);

/** The batch as stored, or live while it is in the topic. */
function useBatch(id: number) {
  const { api, streams } = useApp();
  const queries = useQueryClient();
  const live$ = useMemo(() => streams.upgrade.row$(upgradeLiveId(id)).pipe(throttled()), [streams, id]);
  const live = useObservable<UpgradeTopicRow | undefined>(live$, undefined);
  const { data: stored, error } = useQuery({
    queryKey: ['upgrade', id],
    queryFn: () => api.get<Upgrade>(`/v1/upgrade/${id}`, undefined, { quiet: true }),
    retry: false,
  });
  const state = live?.kind === 'batch' ? live.state : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the live row changes
  useEffect(() => void queries.invalidateQueries({ queryKey: ['upgrade', id] }), [queries, id, state]);
  const batch = stored && { ...stored, ...(live?.kind === 'batch' ? { ...live, id } : {}) };
  return { batch, error };
}

/** View of one batch: header, reason of a pause, waves, and all its terminals, failed ones first. */
export function BatchView({ id }: { id: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const navigate = useNavigate();
  const { batch, error } = useBatch(id);
  const list = useListState<UpgradeTerminal>('status');
  const { status, wave } = list.criteria.filters;
  const word = searchWord(list.criteria.q);
  const source = useMemo(
    () =>
      upgradeTerminals(streams.upgrade, id, async () => {
        const path = `/v1/upgrade/${id}/terminals`;
        return (await api.get<{ rows: UpgradeTerminal[] }>(path, undefined, { quiet: true })).rows;
      }),
    [api, streams, id],
  );
  const rows = useRowsNow(source);
  const counts = useMemo(() => countSteps(rows), [rows]);
  const waves = useMemo(() => countWaves(rows), [rows]);
  const columns = useMemo(
    () => terminalColumns(t, clock.timeZone(), (zone) => streams.zoneName(zone)),
    [t, clock, streams],
  );
  const filter = useMemo(
    () => (row: UpgradeTerminal) =>
      (!status || stepLook[row.status] === status) &&
      (!wave || String(row.wave) === wave) &&
      [row.name, row.code, stepText(row, t).main].join('\n').toLocaleLowerCase().includes(word),
    [status, wave, word, t],
  );
  if (batch === undefined)
    return error === null ? (
      <LoadingRows />
    ) : (
      <EmptyState title={t('upgrade.goneTitle')} hint={error.message} actions={<BackToRecords />} />
    );
  const waveText = (value: string) => t('upgrade.waveN', { wave: value });
  return (
    <div className={s.root}>
      <BatchHead batch={batch} counts={counts} waves={waves} />
      <div className={s.list}>
        <LiveList
          list={list}
          name="upgrade_terminal"
          label={t('upgrade.terminalsOf', { name: `${batch.upgrade_pack_name} ${batch.version}` })}
          columns={columns}
          rows={source}
          filter={filter}
          words={{ status: (value) => t(`status.${value}`), wave: waveText }}
          search={t('devices.search')}
          onOpen={(row) => navigate(`/${terminalScreens[batch.device_type]}?id=${row.terminal_id}`)}
          empty={{
            icon: <ArrowCircleUpRegular />,
            title: t('upgrade.noTerminals'),
            hint: t('upgrade.noTerminalsWhy'),
          }}
          head={
            <StateCounters
              label={t('upgrade.byState')}
              states={states}
              counts={countStates(rows, (row) => stepLook[row.status])}
              value={status}
              onPick={(next) => list.put({ status: next })}
            />
          }
          notes={<span>{t('upgrade.order')}</span>}
        >
          <FilterMenu
            label={t('upgrade.wave')}
            value={wave}
            options={waves.map((one) => ({ value: String(one.wave), label: waveText(String(one.wave)) }))}
            onChange={(value) => list.put({ wave: value ?? '' })}
          />
        </LiveList>
      </div>
    </div>
  );
}
