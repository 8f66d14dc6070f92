import { makeStyles, Switch } from '@fluentui/react-components';
import { ArrowUndoRegular, CheckmarkRegular, HourglassRegular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../../contract/api/envelope.ts';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { type FaultKind, faultKinds } from '../../../../contract/fieldCodes.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useZones } from '../zones/useZones.ts';
import { FaultLines, useByCause, useShownLines } from './FaultLines.tsx';
import { FaultsEmpty } from './FaultsEmpty.tsx';
import { faultColumns, faultText } from './faultColumns.ts';
import { useFaultCalls } from './useAcknowledge.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

const views = ['open', 'shelved', 'resolved'] as const;
/** Times for which a fault can be shelved, minutes. */
const shelveMinutes = [30, 240, 1440] as const;
/** Largest number of resolved faults listed; older ones are found by search. */
const RESOLVED_ROWS = 1000;

/**
 * Faults of the site: new, acknowledged, shelved for a time, resolved. Open ones are live, one by one or a
 * line per cause.
 */
export function Faults() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const zones = useZones();
  const { criteria, change } = useCriteria({ sort: '-opened_at' });
  const selection = useSelection();
  const handle = useGridHandle<Fault>();
  const { q, filters } = criteria;
  const view = views.find((one) => one === filters.state) ?? 'open';
  const kind = faultKinds.find((one) => one === filters.kind);
  const isPast = view === 'resolved';
  const [byCause, setByCause] = useByCause();
  const isLines = view === 'open' && byCause === true;
  const query = { state: 'resolved', limit: RESOLVED_ROWS, ...(q ? { q } : {}), ...(kind ? { kind } : {}) };
  const { data } = useQuery({
    queryKey: ['fault', query],
    queryFn: async () => ({
      ...(await api.get<Page<Fault>>('/v1/fault', query)),
      queryKey: JSON.stringify(query),
    }),
    placeholderData: keepPreviousData,
    enabled: isPast,
  });
  const calls = useFaultCalls();
  const batch = useBatch(calls, selection.clear);
  const names = JSON.stringify((zones ?? []).map(({ id }) => [id, streams.zoneName(id)]));
  const columns = useMemo(() => {
    const byId = new Map(JSON.parse(names) as [number, string][]);
    return faultColumns({ t, timeZone: clock.timeZone(), zoneName: (id) => byId.get(id) });
  }, [t, clock, names]);
  const live = useMemo(() => ({ live: streams.fault.changes$ }), [streams]);
  const filter = useMemo(() => {
    const needle = (q ?? '').trim().toLowerCase();
    return (row: Fault) =>
      (row.shelved_until !== null) === (view === 'shelved') &&
      (kind === undefined || row.kind === kind) &&
      (needle === '' ||
        `${faultText(t, row)} ${Object.values(row.params).join(' ')}`.toLowerCase().includes(needle));
  }, [q, kind, view, t]);

  const lines = useShownLines(filter);
  const inLines = t('faults.inLines', {
    n: lines?.reduce((sum, { faults }) => sum + faults.length, 0) ?? 0,
    lines: lines?.length ?? 0,
  });

  const rows = [...selection.ids].flatMap((id) => streams.fault.get(id) ?? []);
  const items = rows.map((row) => ({ id: row.id, name: faultText(t, row) }));
  const noRight = may('operate_fault') ? undefined : t('kit.noRight');
  const fresh = rows.some((row) => row.state === 'new');
  const actions: BatchAction[] = [
    {
      key: 'acknowledge',
      label: t('shell.acknowledge'),
      icon: <CheckmarkRegular />,
      disabled: noRight ?? (fresh ? undefined : t('faults.noneNew')),
      always: true,
      onPress: () =>
        batch.run(
          t('shell.acknowledge'),
          'acknowledge',
          items.filter((_, i) => rows[i]?.state === 'new'),
        ),
    },
    ...(view === 'open'
      ? shelveMinutes.map((minutes) => ({
          key: `shelve${minutes}`,
          label: t(`faults.shelve.${minutes}`),
          icon: <HourglassRegular />,
          disabled: noRight,
          onPress: () => batch.run(t(`faults.shelve.${minutes}`), 'shelve', items, { minutes }),
        }))
      : []),
    ...(view === 'shelved'
      ? [
          {
            key: 'unshelve',
            label: t('faults.unshelve'),
            icon: <ArrowUndoRegular />,
            disabled: noRight,
            onPress: () => batch.run(t('faults.unshelve'), 'unshelve', items),
          },
        ]
      : []),
  ];
  const isAll = view === 'open' && !q && kind === undefined;
  const empty = <FaultsEmpty isAll={isAll} criteria={criteria} change={change} />;
  return (
    <div className={s.root}>
      <Toolbar end={isLines ? undefined : <GridTools handle={handle} fileName="faults" />}>
        <SearchField
          value={q}
          placeholder={t('faults.search')}
          onChange={(text) => change({ q: text ?? '' })}
        />
        <FilterMenu
          label={t('common.status')}
          value={view}
          options={views.map((value) => ({ value, label: t(`faults.view.${value}`) }))}
          onChange={(state) => {
            selection.clear();
            change({ filters: { state: state ?? '' } });
          }}
        />
        <FilterMenu
          label={t('faults.what')}
          value={kind}
          options={faultKinds.map((value: FaultKind) => ({ value, label: t(`faults.kind.${value}`) }))}
          onChange={(value) => change({ filters: { kind: value ?? '' } })}
        />
        {view === 'open' && (
          <Switch
            checked={isLines}
            label={t('faults.byCause')}
            onChange={(_, { checked }) => {
              selection.clear();
              setByCause(checked);
            }}
          />
        )}
      </Toolbar>
      <SelectionBar
        count={selection.ids.size}
        actions={actions}
        onClear={selection.clear}
        outcome={batch.shown}
        off={isPast || isLines}
      />
      <div className={s.grid}>
        {isLines ? (
          <FaultLines label={t('faults.title')} lines={lines} queryKey={filter} empty={empty} />
        ) : (
          <DataGrid<Fault>
            key={isPast ? 'past' : 'live'}
            name="fault"
            label={t('faults.title')}
            columns={columns}
            source={isPast ? { page: data?.rows, queryKey: data?.queryKey } : live}
            handle={handle}
            {...(isPast ? {} : { filter, selected: selection.ids, onSelect: selection.set })}
            empty={empty}
          />
        )}
      </div>
      <StatusBar
        handle={handle}
        age={isPast ? undefined : <LiveAge />}
        {...(isLines ? { rows: inLines } : { selected: selection.ids.size })}
      >
        <span>{t('faults.life')}</span>
      </StatusBar>
    </div>
  );
}
