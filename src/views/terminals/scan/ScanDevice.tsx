import { makeStyles } from '@fluentui/react-components';
import {
  AddCircleRegular,
  ArrowSwapRegular,
  NumberSymbolRegular,
  ProhibitedRegular,
  ScanRegular,
} from '@fluentui/react-icons';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import type { FoundTerminal } from '../../../../contract/entities/terminals/device.ts';
import { toLanguage } from '../../../../contract/language.ts';
import { useApp, usePermission, useSite, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { EmptyState, NoMatch } from '../../kit/layout/EmptyState.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { CopyAddress, TerminalAddress } from '../../shared/terminals/TerminalAddress.tsx';
import { foundCalls } from './foundCalls.ts';
import { foundColumns } from './foundColumns.ts';
import { PairingDialog } from './PairingDialog.tsx';
import { ScanDialog, type ScanQuestion } from './ScanDialog.tsx';
import { useLikeCode } from './useLikeCode.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

/** Update interval of the waiting times, ms. */
const agesEveryMs = 1000;

/** menu_scan_device: terminals that asked to join, live; adopt, refuse, or replace a defective one. */
export function Component() {
  const s = useStyles();
  const { t, i18n } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const messages = useMessages();
  const { criteria, change } = useCriteria({ sort: 'state' });
  const selection = useSelection();
  const handle = useGridHandle<FoundTerminal>();
  const [open, setOpen] = useState<ScanQuestion | null>(null);
  const [isPairing, setPairing] = useState(false);
  const calls = useMemo(() => foundCalls(api), [api]);
  const batch = useBatch(calls, selection.clear);
  const { q } = criteria;
  const likeCode = useLikeCode();

  const columns = useMemo(
    () =>
      foundColumns({
        t,
        now: clock.now,
        likeCode,
      }),
    [t, clock, likeCode],
  );
  const source = useMemo(() => ({ live: streams.terminalFound.changes$ }), [streams]);
  const filter = useMemo(() => {
    const needle = (q ?? '').trim().toLowerCase();
    if (needle === '') return undefined;
    return ({ name, code, client_ip, model }: FoundTerminal) =>
      `${name}\n${code}\n${client_ip}\n${model}`.toLowerCase().includes(needle);
  }, [q]);
  useEffect(() => {
    const timer = setInterval(() => {
      handle.api$.value?.refreshCells({ columns: ['note'] });
      handle.api$.value?.refreshCells({ columns: ['found_at'], force: true });
    }, agesEveryMs);
    return () => clearInterval(timer);
  }, [handle]);

  // A terminal that is gone, adopted by another console or by itself, is no longer selected.
  const rows = [...selection.ids].flatMap((id) => streams.terminalFound.get(id) ?? []);
  const [first] = rows;
  const noRight = may('operate_terminal_found') ? undefined : t('kit.noRight');
  const isCloudOn = useSite()?.cloud_control !== false;
  const noCloud = isCloudOn ? undefined : messageText('terminal.cloudControlOff', toLanguage(i18n.language));
  const noPairing = may('create_pairing_code') ? noCloud : t('kit.noRight');
  const only = rows.length === 1 ? undefined : t('kit.onlyOne');
  const show = (next: ScanQuestion | undefined) => async () => {
    if (next === undefined) messages.add('warning', t('common.checkData'));
    else setOpen(next);
  };
  const adoptAction =
    first && (rows.length === 1 ? { kind: 'adopt' as const, row: first } : { kind: 'adoptMany' as const });
  const actions: BatchAction[] = [
    {
      key: 'adopt',
      label: t('scan.adopt'),
      icon: <AddCircleRegular />,
      disabled: noRight,
      opens: true,
      onPress: show(adoptAction),
    },
    {
      key: 'replace',
      label: t('scan.replace'),
      icon: <ArrowSwapRegular />,
      disabled: noRight ?? only,
      opens: true,
      onPress: show(first && { kind: 'replace', row: first }),
    },
    {
      key: 'refuse',
      label: t('scan.refuse'),
      icon: <ProhibitedRegular />,
      disabled: noRight,
      opens: true,
      onPress: show(first && { kind: 'refuse' }),
    },
  ];
  const items = rows.map((row) => ({ id: row.id, name: row.name || row.code }));
  /** Result for one terminal: shows the message and clears the selection. */
  const done = (text: string) => {
    messages.add('done', text);
    selection.clear();
  };

  return (
    <div className={s.root}>
      <Toolbar
        end={
          <>
            <BusyButton
              size="small"
              icon={<NumberSymbolRegular />}
              opens
              reason={noPairing}
              onPress={async () => setPairing(true)}
            >
              {t('scan.pairing')}
            </BusyButton>
            <CopyAddress size="small" />
            <GridTools handle={handle} fileName="found" />
          </>
        }
      >
        <SearchField
          value={q}
          placeholder={t('devices.search')}
          onChange={(text) => change({ q: text ?? '' })}
        />
      </Toolbar>
      <SelectionBar
        count={selection.ids.size}
        actions={actions}
        onClear={selection.clear}
        outcome={batch.shown}
      />
      <div className={s.grid}>
        <DataGrid<FoundTerminal>
          name="found"
          label={t('menu.menu_scan_device')}
          columns={columns}
          source={source}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort })}
          selected={selection.ids}
          onSelect={selection.set}
          filter={filter}
          {...(noRight === undefined
            ? { onOpen: (row: FoundTerminal) => setOpen({ kind: 'adopt', row }) }
            : {})}
          empty={
            filter === undefined ? (
              <EmptyState
                icon={<ScanRegular />}
                title={t('scan.noneTitle')}
                why={t('scan.noneWhy')}
                actions={
                  <>
                    <TerminalAddress />
                    <CopyAddress />
                  </>
                }
              />
            ) : (
              <NoMatch
                title={t('devices.noMatch')}
                filters={[{ key: 'q', text: t('kit.filterFace', { label: t('common.search'), value: q }) }]}
                onDrop={() => change({ q: '' })}
                onClear={() => change({ q: '' })}
              />
            )
          }
        />
      </div>
      <StatusBar handle={handle} selected={selection.ids.size} age={<LiveAge />}>
        <span>{t('devices.updates')}</span>
      </StatusBar>
      {isPairing && <PairingDialog onClose={() => setPairing(false)} />}
      {open !== null && (
        <ScanDialog
          open={open}
          items={rows}
          calls={calls}
          run={(label, action, more) => batch.run(label, action, items, more)}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
