import {
  AlertOnRegular,
  ArrowClockwiseRegular,
  ArrowDownloadRegular,
  DeleteRegular,
  InfoRegular,
  NumberSymbolRegular,
  OrganizationRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminal.ts';
import { entityPermission, type PermissionKey } from '../../../../contract/permissions.ts';
import type { OtherKind } from '../../../streams/kind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useCsvDownload } from '../../app/useCsvDownload.ts';
import { ConfirmDelete } from '../../kit/ConfirmDelete.tsx';
import { type CsvColumn, toCsv } from '../../kit/grid/csv.ts';
import { useMessages } from '../../kit/MessagesContext.tsx';
import { type BatchAction, SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { TemplateDialog } from '../../transfer/TemplateDialog.tsx';
import { ZoneDialog } from '../../zones/ZoneDialog.tsx';
import type { RunBatch } from '../DeviceActions.tsx';

/** What can be done with the chosen terminals of a kind; each leaves a result per terminal. */
export function KindActions<Row extends TerminalLive>(props: {
  kind: OtherKind;
  ids: readonly number[];
  zones: readonly PartitionLive[] | undefined;
  run: RunBatch;
  /** The columns that the grid shows, for the export of the chosen rows. */
  csvColumns: () => CsvColumn<Row>[];
  /** What its kind alone can do. */
  more?: ((rows: readonly Row[]) => BatchAction[]) | undefined;
  onOpen: (id: number) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const messages = useMessages();
  const save = useCsvDownload();
  const [dialog, setDialog] = useState<'zone' | 'template' | 'remove' | null>(null);
  const { kind, ids, zones } = props;
  const rows = () => ids.flatMap((id) => streams.terminals[kind].get(id) ?? []);
  const needs = (key: PermissionKey) => (may(key) ? undefined : t('kit.noRight'));
  const edit = needs(entityPermission('edit', kind));
  const perform = async (action: string, label: string, more: Record<string, unknown> = {}) => {
    const items = rows();
    // All that were ticked may be gone by now (spec 8: batch action without a selection).
    if (items.length === 0) messages.add('warning', t('common.checkData'));
    else await props.run(label, action, items, more);
  };
  const close = () => setDialog(null);

  const actions: BatchAction[] = [
    ...(props.more?.(rows() as unknown as Row[]) ?? []),
    {
      key: 'restart',
      label: t('common.restart'),
      icon: <ArrowClockwiseRegular />,
      disabled: edit,
      onPress: () => perform('restart', t('common.restart')),
    },
    {
      key: 'identify',
      label: t('devices.identify'),
      icon: <AlertOnRegular />,
      disabled: edit,
      onPress: () => perform('identify', t('devices.identify')),
    },
    {
      key: 'zone',
      label: t('devices.toZone'),
      icon: <OrganizationRegular />,
      disabled: edit,
      opens: true,
      onPress: async () => setDialog('zone'),
    },
    {
      key: 'template',
      label: t('transfer.pattern'),
      icon: <NumberSymbolRegular />,
      disabled: edit,
      opens: true,
      brief: true,
      onPress: async () => setDialog('template'),
    },
    {
      key: 'export',
      label: t('common.export'),
      icon: <ArrowDownloadRegular />,
      reads: true,
      onPress: () => save(`${kind}.csv`, toCsv(props.csvColumns(), rows() as unknown as Row[])),
    },
    {
      key: 'remove',
      label: t('common.remove'),
      icon: <DeleteRegular />,
      disabled: needs(entityPermission('delete', kind)),
      opens: true,
      onPress: async () => setDialog('remove'),
    },
    ...(ids.length === 1
      ? [
          {
            key: 'details',
            label: t('common.details'),
            icon: <InfoRegular />,
            reads: true,
            opens: true,
            onPress: async () => props.onOpen(ids[0] ?? 0),
          },
        ]
      : []),
  ];

  return (
    <>
      <SelectionBar count={ids.length} actions={actions} onClear={props.onClear} />
      {dialog === 'zone' && zones !== undefined && (
        <ZoneDialog
          title={t('devices.zoneTitle', { count: ids.length })}
          label={t('zones.zone')}
          submitLabel={t('devices.putIntoZone')}
          zones={zones}
          value={ids.length === 1 ? (rows()[0]?.org ?? undefined) : undefined}
          onSubmit={(org) => perform('zone', t('devices.toZone'), { org })}
          onClose={close}
        />
      )}
      {dialog === 'template' && <TemplateDialog kind={kind} ids={ids} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDelete
          title={t('devices.removeTitle', { count: ids.length })}
          consequence={t('terminalKind.removeConsequence')}
          items={rows().map((row) => ({ key: row.id, name: row.name, detail: row.code }))}
          confirmLabel={t('devices.removeConfirm', { count: ids.length })}
          onConfirm={async () => {
            await perform('delete', t('common.remove'));
            props.onClear();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
