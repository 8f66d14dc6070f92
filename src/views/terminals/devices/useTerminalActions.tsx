import {
  AlertOnRegular,
  ArrowCircleUpRegular,
  ArrowClockwiseRegular,
  ArrowDownloadRegular,
  DeleteRegular,
  DesktopToolboxRegular,
  GroupListRegular,
  InfoRegular,
  NumberSymbolRegular,
  OrganizationRegular,
  ServerRegular,
  Speaker2Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityPermission, type PermissionKey } from '../../../../contract/api/permissions.ts';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import {
  batchFault,
  type CheckedAction,
  terminalActionFault,
} from '../../../../contract/rules/ruleChecks.ts';
import { ruleMessage, ruleText } from '../../../../contract/rules/ruleMessage.ts';
import { type TerminalCommand, takesCommand } from '../../../../contract/rules/terminalCommands.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { type CsvColumn, toCsv } from '../../app/csv.ts';
import { useCsvDownload } from '../../app/useCsvDownload.ts';
import type { useBatch } from '../../kit/action/useBatch.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { featureOfKind } from '../../shared/upgrades/feature.ts';
import { type OpenTerminalDialog, type TerminalDialog, TerminalDialogs } from './TerminalDialogs.tsx';

/** The batch run of the screen (src/views/kit/action/useBatch.ts). */
export type RunBatch = ReturnType<typeof useBatch>['run'];

export interface TerminalActionsProps<Row> {
  ids: readonly number[];
  zones: readonly PartitionLive[] | undefined;
  run: RunBatch;
  /** Columns that the grid shows, for the export of the selected rows. */
  csvColumns: () => CsvColumn<Row>[];
  onOpen: (id: number) => void;
  onClear: () => void;
}

/**
 * Actions on the selected terminals of any kind, each with a result per terminal.
 *
 * @param kind of the terminals @param operate right to restart them and make them heard
 * @param consequence of removing them, as a text
 */
export function useTerminalActions<Row extends TerminalLive>(
  { ids, zones, run, csvColumns, onOpen, onClear }: TerminalActionsProps<Row>,
  { kind, operate, consequence }: { kind: TerminalKind; operate: PermissionKey; consequence: string },
) {
  const { t } = useTranslation();
  const { streams, notify } = useApp();
  const may = usePermission();
  const messages = useMessages();
  const save = useCsvDownload();
  const [open, setOpen] = useState<OpenTerminalDialog<Row> | null>(null);
  const feed = kind === 'device' ? streams.device : streams.terminals[kind];
  const present = (wanted: readonly number[]) =>
    wanted.flatMap((id) => (feed.get(id) as unknown as Row | undefined) ?? []);
  const rows = () => present(ids);
  const needs = (key: PermissionKey) => (may(key) ? undefined : t('kit.noRight'));
  const edit = needs(entityPermission('edit', kind));
  /** Reason why none of the terminals takes a command. */
  const takes = (command: TerminalCommand) =>
    needs(operate) ??
    (rows().some((row) => takesCommand(row, command)) ? undefined : t('devices.noCommands'));
  /** @param formerOf parameters that give a terminal its present value, for an action that can be undone */
  const perform = async (
    wanted: readonly Row[],
    action: string,
    label: string,
    more: Record<string, unknown> = {},
    formerOf?: (row: Row) => { ao_volume: number },
  ) => {
    // As they are now: an undo gives back what is changed here. All of them may be gone: a batch action without
    // a selection is refused.
    const items = present(wanted.map(({ id }) => id));
    const fault = batchFault(items);
    if (fault !== null) messages.add('warning', t(fault.key));
    else {
      const byValue = Map.groupBy(items, (row) => JSON.stringify(formerOf?.(row)));
      const former = [...byValue.values()].flatMap(([first, ...rest]) =>
        first === undefined || formerOf === undefined
          ? []
          : [{ ids: [first, ...rest].map(({ id }) => id), more: formerOf(first) }],
      );
      await run(label, action, items, more, undefined, former);
    }
  };
  const show = (dialog: TerminalDialog) => setOpen({ dialog, rows: rows() });
  const close = () => setOpen(null);
  const feature = featureOfKind(kind);
  /**
   * Checks before these actions: the selection is not empty, every terminal is online and supports the
   * feature; a failed check is shown like a response of the server with code 500.
   */
  const openChecked = (action: CheckedAction, next: 'upgrade' | 'server' | 'remote') => async () => {
    const fault = terminalActionFault(action, rows());
    if (fault === null) return show(next);
    const text = ruleText(ruleMessage(fault.key, fault.params), (key, params) => t(key, params));
    notify({ tone: 'error', text, code: fault.code });
  };

  const shared: Record<
    'volume' | 'restart' | 'identify' | 'zone' | 'group' | 'template' | 'export' | 'remove',
    BatchAction
  > = {
    volume: {
      key: 'volume',
      label: t('common.volume'),
      icon: <Speaker2Regular />,
      disabled: needs(operate),
      opens: true,
      onPress: async () => show('volume'),
    },
    restart: {
      key: 'restart',
      label: t('common.restart'),
      icon: <ArrowClockwiseRegular />,
      disabled: takes('restart'),
      onPress: () => perform(rows(), 'restart', t('common.restart')),
    },
    identify: {
      key: 'identify',
      label: t('devices.identify'),
      icon: <AlertOnRegular />,
      disabled: takes('identify'),
      onPress: () => perform(rows(), 'identify', t('devices.identify')),
    },
    zone: {
      key: 'zone',
      label: t('devices.toZone'),
      icon: <OrganizationRegular />,
      disabled: edit,
      opens: true,
      onPress: async () => show('zone'),
    },
    group: {
      key: 'group',
      label: t('devices.toGroup'),
      icon: <GroupListRegular />,
      disabled:
        needs(entityPermission('list', `${kind}_group`)) ?? needs(entityPermission('edit', `${kind}_group`)),
      opens: true,
      brief: true,
      onPress: async () => show('group'),
    },
    template: {
      key: 'template',
      label: t('transfer.pattern'),
      icon: <NumberSymbolRegular />,
      disabled: edit,
      opens: true,
      brief: true,
      onPress: async () => show('template'),
    },
    export: {
      key: 'export',
      label: t('common.export'),
      icon: <ArrowDownloadRegular />,
      reads: true,
      onPress: () => save(`${kind}.csv`, toCsv(csvColumns(), rows())),
    },
    remove: {
      key: 'remove',
      label: t('common.remove'),
      icon: <DeleteRegular />,
      disabled: needs(entityPermission('delete', kind)),
      opens: true,
      onPress: async () => show('remove'),
    },
  };
  /** Actions of kinds with upgrade packages. */
  const upgrade: BatchAction[] =
    feature === undefined
      ? []
      : [
          {
            key: 'upgrade',
            label: t('upgrade.action'),
            icon: <ArrowCircleUpRegular />,
            disabled: needs('operate_upgrade') ?? needs('list_upgrade_file'),
            opens: true,
            onPress: openChecked('upgrade', 'upgrade'),
          },
        ];
  const administration: BatchAction[] = [
    {
      key: 'server',
      label: t('administration.serverAction'),
      icon: <ServerRegular />,
      disabled: takes('set_server'),
      opens: true,
      brief: true,
      onPress: openChecked('serverParameter', 'server'),
    },
    {
      key: 'remote',
      label: t('administration.remote'),
      icon: <DesktopToolboxRegular />,
      disabled: takes('set_buffalo'),
      opens: true,
      brief: true,
      onPress: openChecked('remoteAdministration', 'remote'),
    },
  ];
  /** Actions on a single terminal. */
  const details: BatchAction[] =
    ids.length === 1
      ? [
          {
            key: 'details',
            label: t('common.details'),
            icon: <InfoRegular />,
            reads: true,
            opens: true,
            onPress: async () => onOpen(ids[0] ?? 0),
          },
        ]
      : [];
  const dialogs = open !== null && (
    <TerminalDialogs
      {...{ open, kind, zones, consequence, feature, perform, close, onClear }}
      codeOf={(id) => feed.get(id)?.code ?? ''}
    />
  );
  return { shared, upgrade, administration, details, dialogs, rows, needs, perform };
}
