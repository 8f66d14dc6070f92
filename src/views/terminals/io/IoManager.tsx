import { ToggleButton } from '@fluentui/react-components';
import { HistoryRegular, PlugConnectedRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { useRepaintButtons } from '../../kit/grid/useRepaint.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { useListState } from '../../kit/list/useListState.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { useZoneFaults } from '../../shared/faults/useZoneFaults.ts';
import { ioState, ioStates } from '../../shared/io/ioView.ts';
import { useIoActions } from '../../shared/io/useIoActions.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { useZones } from '../../shared/zones/useZones.ts';
import { LastChanges } from './LastChanges.tsx';
import { LinePanel } from './LinePanel.tsx';
import { useIoColumns } from './useIoColumns.ts';
import { useIoView } from './useIoView.ts';

/** menu_io_manager: all inputs and outputs, live, by zone and terminal, with their holders and events. */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const stale = useStaleReason();
  const zones = useZones();
  const faults = useZoneFaults(zones);
  const list = useListState<IoLive>('state');
  const { put, opened } = list;
  const view = useIoView(list.criteria, zones);
  const actions = useIoActions();
  const columns = useIoColumns(actions, stale);
  useRepaintButtons(list.handle, stale);

  const terminals = [...new Map(view.rows.map((row) => [String(row.terminal_id), row.terminal_name]))];
  const directions = (['input', 'output'] as const).map((value) => ({ value, label: t(`io.${value}`) }));
  const isLogOpen = view.isLogShown && opened === undefined;
  const toggleLog = () => put({ log: isLogOpen ? 'off' : 'on', id: '' });
  return (
    <Splitter
      name="io"
      left={
        <ZoneTree
          zones={zones ?? []}
          faults={faults}
          selected={view.org}
          onSelect={(id) => put({ org: id === undefined ? '' : String(id) })}
          {...(zones === undefined
            ? {}
            : { empty: <EmptyState title={t('zones.noneTitle')} hint={t('zones.noneWhy')} /> })}
        />
      }
    >
      <LiveList<IoLive>
        list={list}
        name="io"
        label={t('menu.menu_io_manager')}
        columns={columns}
        rows={streams.io}
        filter={view.filter}
        words={{
          org: (value) => streams.zoneName(Number(value)),
          terminal: (value) => terminals.find(([id]) => id === value)?.[1] ?? value,
          direction: (value) => t(value === 'output' ? 'io.output' : 'io.input'),
          state: (value) => t(`status.${value}`),
        }}
        search={t('io.search')}
        actions={actions.actions}
        outcome={actions.shown}
        onOpen={(row) => list.open(row.id)}
        empty={{
          icon: <PlugConnectedRegular />,
          title: t('io.noneTitle'),
          hint: t('io.noneWhy'),
          actions: (
            <ScreenLink screen="menu_fire_control_device" without="nothing">
              {t('menu.menu_fire_control_device')}
            </ScreenLink>
          ),
        }}
        head={
          <StateCounters
            label={t('devices.byState')}
            states={ioStates}
            counts={countStates(view.shown, ioState)}
            value={view.state}
            onPick={(state) => put({ state })}
          />
        }
        tools={
          <ToggleButton size="small" icon={<HistoryRegular />} checked={isLogOpen} onClick={toggleLog}>
            {t('io.changes')}
          </ToggleButton>
        }
        notes={<span>{t('devices.updates')}</span>}
        aside={
          opened !== undefined ? (
            <LinePanel key={opened} id={opened} actions={actions} onClose={() => list.open(undefined)} />
          ) : (
            isLogOpen && <LogPanel terminal={view.terminal} onClose={toggleLog} />
          )
        }
      >
        <FilterMenu
          label={t('devices.terminal')}
          value={view.terminal}
          options={terminals.map(([value, label]) => ({ value, label }))}
          onChange={(value) => put({ terminal: value ?? '' })}
        />
        <FilterMenu
          label={t('io.direction')}
          value={view.direction}
          options={directions}
          onChange={(value) => put({ direction: value ?? '' })}
        />
      </LiveList>
      {actions.dialogs}
    </Splitter>
  );
}

/** Log of all lines, or of those of one terminal. */
function LogPanel(props: { terminal: string | undefined; onClose: () => void }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  return (
    <SidePanel label={t('io.changes')} title={t('io.changes')} testId="io-log" onClose={props.onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t('io.changes')}>
        <LastChanges query={props.terminal ? { terminal_id: props.terminal } : {}} withLine />
      </section>
    </SidePanel>
  );
}
