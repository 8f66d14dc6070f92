import {
  AlertOnRegular,
  ArrowClockwiseRegular,
  ArrowDownloadRegular,
  DeleteRegular,
  GroupListRegular,
  InfoRegular,
  NumberSymbolRegular,
  OrganizationRegular,
  PlayRegular,
  Speaker2Regular,
  StopRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceLive } from '../../../contract/entities/device.ts';
import type { PartitionLive } from '../../../contract/entities/partition.ts';
import type { PermissionKey } from '../../../contract/permissions.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { useCsvDownload } from '../app/useCsvDownload.ts';
import { ConfirmDelete } from '../kit/ConfirmDelete.tsx';
import { type CsvColumn, toCsv } from '../kit/grid/csv.ts';
import { useMessages } from '../kit/MessagesContext.tsx';
import { type BatchAction, SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import type { useBatch } from '../kit/useBatch.ts';
import { StartTaskDialog } from '../tasks/StartTaskDialog.tsx';
import { TemplateDialog } from '../transfer/TemplateDialog.tsx';
import { ZoneDialog } from '../zones/ZoneDialog.tsx';
import { GroupAddDialog } from './GroupAddDialog.tsx';
import { VolumeDialog } from './VolumeDialog.tsx';

/** The batch run of the screen (kit/useBatch.ts). */
export type RunBatch = ReturnType<typeof useBatch>['run'];

/** Shown as icons where the bar is narrow. */
const brief = new Set(['identify', 'group', 'template', 'export']);
type OpenDialog = 'start' | 'volume' | 'zone' | 'group' | 'template' | 'remove';

/** What can be done with the chosen terminals (look: 02); each leaves a result per terminal. */
export function DeviceActions(props: {
  ids: readonly number[];
  zones: readonly PartitionLive[] | undefined;
  run: RunBatch;
  /** The columns that the grid shows, for the export of the chosen rows. */
  csvColumns: () => CsvColumn<DeviceLive>[];
  onOpen: (id: number) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const messages = useMessages();
  const save = useCsvDownload();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { ids, zones } = props;
  const rows = () => ids.flatMap((id) => streams.device.get(id) ?? []);
  const needs = (key: PermissionKey) => (may(key) ? undefined : t('kit.noRight'));
  const perform = async (action: string, label: string, more: Record<string, unknown> = {}) => {
    const items = rows();
    // All that were ticked may be gone by now (spec 8: batch action without a selection).
    if (items.length === 0) messages.add('warning', t('common.checkData'));
    else await props.run(label, action, items, more);
  };
  const open = (which: OpenDialog) => () => {
    setDialog(which);
    return undefined;
  };
  const close = () => setDialog(null);

  const actions: BatchAction[] = [
    {
      key: 'play',
      label: t('devices.startBroadcast'),
      icon: <PlayRegular />,
      disabled: needs('operate_real_time_task'),
      opens: true,
      onPress: open('start'),
    },
    {
      key: 'stop',
      label: t('devices.stopPlaying'),
      icon: <StopRegular />,
      always: true,
      disabled: needs('operate_real_time_task'),
      onPress: () => perform('stop', t('devices.stopPlaying')),
    },
    {
      key: 'volume',
      label: t('common.volume'),
      icon: <Speaker2Regular />,
      disabled: needs('operate_device'),
      opens: true,
      onPress: open('volume'),
    },
    {
      key: 'restart',
      label: t('common.restart'),
      icon: <ArrowClockwiseRegular />,
      disabled: needs('operate_device'),
      onPress: () => perform('restart', t('common.restart')),
    },
    {
      key: 'identify',
      label: t('devices.identify'),
      icon: <AlertOnRegular />,
      disabled: needs('operate_device'),
      onPress: () => perform('identify', t('devices.identify')),
    },
    {
      key: 'zone',
      label: t('devices.toZone'),
      icon: <OrganizationRegular />,
      disabled: needs('edit_device'),
      opens: true,
      onPress: open('zone'),
    },
    {
      key: 'group',
      label: t('devices.toGroup'),
      icon: <GroupListRegular />,
      disabled: needs('list_device_group') ?? needs('edit_device_group'),
      opens: true,
      onPress: open('group'),
    },
    {
      key: 'template',
      label: t('transfer.pattern'),
      icon: <NumberSymbolRegular />,
      disabled: needs('edit_device'),
      opens: true,
      onPress: open('template'),
    },
    {
      key: 'export',
      label: t('common.export'),
      icon: <ArrowDownloadRegular />,
      reads: true,
      onPress: () => save('devices.csv', toCsv(props.csvColumns(), rows())),
    },
    {
      key: 'remove',
      label: t('common.remove'),
      icon: <DeleteRegular />,
      disabled: needs('delete_device'),
      opens: true,
      onPress: open('remove'),
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
  const barActions = actions.map((one) => ({ ...one, brief: brief.has(one.key) }));
  return (
    <>
      <SelectionBar count={ids.length} actions={barActions} onClear={props.onClear} />
      <StartTaskDialog open={dialog === 'start'} preset={{ devices: ids }} onClose={close} />
      {dialog === 'volume' && (
        <VolumeDialog
          count={ids.length}
          volume={rows()[0]?.ao_volume ?? 0}
          onSubmit={(ao_volume) => perform('volume', t('common.volume'), { ao_volume })}
          onClose={close}
        />
      )}
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
      {dialog === 'group' && <GroupAddDialog ids={ids} onClose={close} />}
      {dialog === 'template' && <TemplateDialog kind="device" ids={ids} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDelete
          title={t('devices.removeTitle', { count: ids.length })}
          consequence={t('devices.removeConsequence')}
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
