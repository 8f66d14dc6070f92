import { makeStyles, ToggleButton } from '@fluentui/react-components';
import { HistoryRegular, PlugConnectedRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { IoLive } from '../../../contract/entities/io.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BatchResult } from '../kit/BatchResult.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { Splitter } from '../kit/Splitter.tsx';
import { Counters } from '../kit/toolbar/Counters.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { ZoneTree } from '../kit/tree/ZoneTree.tsx';
import { useSelection } from '../kit/useSelection.ts';
import { useDevicePanelStyles } from '../terminals/devicePanelStyles.ts';
import { useZones } from '../zones/useZones.ts';
import type { IoAction } from './ioCalls.ts';
import { ioColumns } from './ioColumns.ts';
import { ioState, ioStates, lineText } from './ioView.ts';
import { LastChanges } from './LastChanges.tsx';
import { LinePanel } from './LinePanel.tsx';
import { QUICK_PULSE_MS, useIoActions } from './useIoActions.tsx';
import { useIoView } from './useIoView.ts';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** menu_io_manager: all inputs and outputs, live, by zone and terminal; who holds what, and what has happened. */
export function Component() {
  const s = useStyles();
  const panel = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const stale = useStaleReason();
  const zones = useZones();
  const view = useIoView(zones);
  const { change, criteria } = view;
  const selection = useSelection();
  const actions = useIoActions();
  const handle = useGridHandle<IoLive>();
  const source = useMemo(() => ({ live: streams.io.changes$ }), [streams]);
  const put = (filters: Record<string, string>) => change({ filters });
  const zoneName = (id: number) => streams.partition.get(id)?.name ?? '';

  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  const columns = useMemo(
    () =>
      ioColumns({
        t,
        timeZone: clock.timeZone(),
        now: clock.now,
        isNarrow: window.innerWidth < 1600,
        zoneName: (id) => streams.partition.get(id)?.name ?? '',
        buttons(row) {
          if (row.direction === 'input') return [];
          const isHeld = row.owners.length > 0 || row.until !== null;
          const offered: IoAction[] = isHeld ? ['pulse', 'off'] : ['pulse', 'hold'];
          return offered.map((key) => ({
            key,
            icon: key === 'off' ? 'stop' : key === 'hold' ? 'hold' : 'pulse',
            label: t('schedule.actionOf', { action: t(`io.action.${key}`), name: lineText(row, t) }),
            reason:
              latest.current.actions.reason(row, key) ?? (key === 'off' ? undefined : latest.current.stale),
          }));
        },
        onButton(row, key) {
          if (key !== 'off' && !mayOperate(`io.${row.id}.${key}`)) return;
          const more = key === 'pulse' ? { pulse_ms: QUICK_PULSE_MS } : {};
          latest.current.actions.run(key as IoAction, [row], more).catch(() => undefined);
        },
      }),
    [t, clock, streams, mayOperate],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a right or the link that is lost greys the buttons
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
  }, [handle, stale]);

  const ticked = view.rows.filter((row) => selection.ids.has(row.id));
  const terminals = [...new Map(view.rows.map((row) => [row.terminal_id, row.terminal_name]))];
  const terminalName = (id: string) => terminals.find(([one]) => String(one) === id)?.[1] ?? id;
  const filterText = (key: string, value: string) => {
    if (key === 'state') return t(`status.${value}`);
    if (key === 'direction') return t(value === 'output' ? 'io.output' : 'io.input');
    return key === 'org' ? zoneName(Number(value)) : terminalName(value);
  };
  const { org, terminal, direction, state } = criteria.filters;
  const named = { org, terminal, direction, state };
  return (
    <Splitter
      name="io"
      left={
        <ZoneTree
          zones={zones ?? []}
          selected={view.org}
          onSelect={(id) => put({ org: id === undefined ? '' : String(id) })}
          {...(zones === undefined
            ? {}
            : { empty: <EmptyState title={t('zones.noneTitle')} why={t('zones.noneWhy')} /> })}
        />
      }
    >
      <div className={s.area}>
        <Counters
          label={t('devices.byState')}
          items={[
            { key: 'all', label: t('common.all'), count: view.shown.length },
            ...ioStates.map((key) => ({
              key,
              label: t(`status.${key}`),
              count: view.shown.filter((row) => ioState(row) === key).length,
              status: key,
            })),
          ]}
          value={view.state}
          onPick={(key) => put({ state: key === undefined || key === 'all' ? '' : key })}
        />
        <Toolbar
          end={
            <>
              <ToggleButton
                size="small"
                icon={<HistoryRegular />}
                checked={view.isLogShown && view.opened === undefined}
                onClick={() =>
                  put({ log: view.isLogShown && view.opened === undefined ? 'off' : 'on', id: '' })
                }
              >
                {t('io.changes')}
              </ToggleButton>
              <GridTools handle={handle} fileName={t('menu.menu_io_manager')} />
            </>
          }
        >
          <SearchField
            value={criteria.q}
            placeholder={t('io.search')}
            onChange={(q) => change({ q: q ?? '' })}
          />
          <FilterMenu
            label={t('devices.terminal')}
            value={view.terminal}
            options={terminals.map(([id, name]) => ({ value: String(id), label: name }))}
            onChange={(value) => put({ terminal: value ?? '' })}
          />
          <FilterMenu
            label={t('io.direction')}
            value={view.direction}
            options={(['input', 'output'] as const).map((one) => ({ value: one, label: t(`io.${one}`) }))}
            onChange={(value) => put({ direction: value ?? '' })}
          />
        </Toolbar>
        <SelectionBar count={ticked.length} actions={actions.actions(ticked)} onClear={selection.clear} />
        {actions.shown && <BatchResult {...actions.shown} />}
        <div className={s.middle}>
          <div className={s.grid}>
            <DataGrid<IoLive>
              name="io"
              label={t('menu.menu_io_manager')}
              columns={columns}
              source={source}
              handle={handle}
              sort={criteria.sort}
              onSort={(sort) => change({ sort: sort ?? '' })}
              filter={view.filter}
              selected={selection.ids}
              onSelect={selection.set}
              onOpen={(row) => put({ id: String(row.id) })}
              empty={
                <ListEmpty
                  criteria={{
                    ...criteria,
                    filters: Object.fromEntries(
                      Object.entries(named).flatMap(([key, value]) => (value ? [[key, value]] : [])),
                    ),
                  }}
                  change={change}
                  icon={<PlugConnectedRegular />}
                  title={t('io.noneTitle')}
                  why={t('io.noneWhy')}
                  actions={
                    <ScreenLink screen="menu_fire_control_device" without="nothing">
                      {t('menu.menu_fire_control_device')}
                    </ScreenLink>
                  }
                  filterText={filterText}
                />
              }
            />
          </div>
          {view.opened !== undefined ? (
            <LinePanel key={view.opened} id={view.opened} actions={actions} onClose={() => put({ id: '' })} />
          ) : (
            view.isLogShown && (
              <aside className={panel.root} aria-label={t('io.changes')}>
                <div className={panel.head}>
                  <h2 className={panel.title}>{t('io.changes')}</h2>
                </div>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
                <section className={panel.body} tabIndex={0} aria-label={t('io.changes')}>
                  <LastChanges query={view.terminal ? { terminal_id: view.terminal } : {}} withLine />
                </section>
              </aside>
            )
          )}
        </div>
        <StatusBar handle={handle} selected={ticked.length} age={<LiveAge />}>
          <span>{t('devices.updates')}</span>
        </StatusBar>
      </div>
      {actions.dialogs}
    </Splitter>
  );
}
