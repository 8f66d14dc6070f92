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
import { NextSteps } from '../../kit/action/NextSteps.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { PanelTitle } from '../../kit/layout/TitledPanel.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { CopyAddress, TerminalAddress } from '../../shared/terminals/TerminalAddress.tsx';
import { type Adopted, foundCalls } from './foundCalls.ts';
import { foundColumns } from './foundColumns.ts';
import { PairingDialog } from './PairingDialog.tsx';
import { ScanDialog, type ScanQuestion } from './ScanDialog.tsx';
import { useAdopted } from './useAdopted.ts';
import { useLikeCode } from './useLikeCode.ts';

/** Update interval of the waiting times, ms. */
const agesEveryMs = 1000;

/** menu_scan_device: terminals that asked to join, live; adopt, refuse, or replace a defective one. */
export function Component() {
  const { t, i18n } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const messages = useMessages();
  const list = useListState<FoundTerminal>('state');
  const { selection, handle } = list;
  const [open, setOpen] = useState<ScanQuestion | null>(null);
  const [isPairing, setPairing] = useState(false);
  const calls = useMemo(() => foundCalls(api), [api]);
  const batch = useBatch(calls, selection.clear);
  const { q } = list.criteria;
  const likeCode = useLikeCode();
  const adopted = useAdopted();
  const noRight = may('operate_terminal_found') ? undefined : t('kit.noRight');

  const columns = useMemo(
    () =>
      foundColumns({
        t,
        now: clock.now,
        likeCode,
        buttons: ({ plain_http }) => [
          {
            key: 'adopt',
            icon: 'add',
            label: t('scan.adopt'),
            isLabelled: true,
            reason: noRight ?? (plain_http ? t('scan.plainHttp') : undefined),
          },
        ],
        onButton: (row) => setOpen({ kind: 'adopt', row }),
      }),
    [t, clock, likeCode, noRight],
  );
  const filter = useMemo(() => {
    const needle = searchWord(q);
    return ({ name, code, client_ip, model }: FoundTerminal) =>
      `${name}\n${code}\n${client_ip}\n${model}`.toLocaleLowerCase().includes(needle);
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
  const isCloudOn = useSite()?.cloud_control !== false;
  const noCloud = isCloudOn ? undefined : messageText('terminal.cloudControlOff', toLanguage(i18n.language));
  const noPairing = may('create_pairing_code') ? noCloud : t('kit.noRight');
  const noAdoption = noRight ?? (rows.some((row) => row.plain_http) ? t('scan.plainHttp') : undefined);
  const only = rows.length === 1 ? undefined : t('kit.onlyOne');
  const show = (next: ScanQuestion | undefined) => async () => {
    if (next === undefined) messages.add('warning', t('common.checkData'));
    else setOpen(next);
  };
  const adoptAction =
    first &&
    (rows.length === 1 ? { kind: 'adopt' as const, row: first } : { kind: 'adoptMany' as const, rows });
  const actions: BatchAction[] = [
    {
      key: 'adopt',
      label: t('scan.adopt'),
      icon: <AddCircleRegular />,
      disabled: noAdoption,
      opens: true,
      onPress: show(adoptAction),
    },
    {
      key: 'replace',
      label: t('scan.replace'),
      icon: <ArrowSwapRegular />,
      disabled: noAdoption ?? only,
      opens: true,
      onPress: show(first && { kind: 'replace', row: first }),
    },
    {
      key: 'refuse',
      label: t('scan.refuse'),
      icon: <ProhibitedRegular />,
      disabled: noRight,
      opens: true,
      onPress: show(first && { kind: 'refuse', rows }),
    },
  ];
  /** Result for one terminal: shows the message and clears the selection. */
  const done = (text: string) => {
    messages.add('done', text);
    selection.clear();
  };
  const showAdopted = (terminal: Adopted) => {
    done(t('scan.adopted', { name: terminal.name }));
    batch.shown?.onClose();
    adopted.show(terminal);
  };

  return (
    <>
      <LiveList<FoundTerminal>
        list={list}
        name="found"
        label={t('menu.menu_scan_device')}
        columns={columns}
        rows={streams.terminalFound}
        filter={filter}
        search={t('devices.search')}
        actions={() => actions}
        outcome={batch.shown}
        done={adopted.done && <NextSteps {...adopted.done} onClose={adopted.close} />}
        {...(noRight === undefined
          ? { onOpen: (row: FoundTerminal) => !row.plain_http && setOpen({ kind: 'adopt', row }) }
          : {})}
        empty={{
          icon: <ScanRegular />,
          title: t('scan.noneTitle'),
          hint: t('scan.noneWhy'),
          actions: (
            <>
              <TerminalAddress />
              <CopyAddress />
            </>
          ),
        }}
        tools={
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
          </>
        }
        head={<PanelTitle>{t('panel.device_discovery')}</PanelTitle>}
        notes={<span>{t('devices.updates')}</span>}
      />
      {isPairing && <PairingDialog onClose={() => setPairing(false)} />}
      {open !== null && (
        <ScanDialog
          open={open}
          calls={calls}
          run={(label, action, asked, more) => {
            const items = asked.map(({ id, name, code }) => ({ id, name: name || code }));
            return batch.run(label, action, items, more);
          }}
          onAdopted={showAdopted}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
