import {
  AlertOnRegular,
  ArrowClockwiseRegular,
  ArrowDownloadRegular,
  DeleteRegular,
  InfoRegular,
  OrganizationRegular,
  PlayRegular,
  Speaker2Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type DeviceLive, deviceEntity } from '../../../contract/entities/device.ts';
import type { PermissionKey } from '../../../contract/permissions.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { ConfirmDelete } from '../kit/ConfirmDelete.tsx';
import { type CsvColumn, download, toCsv } from '../kit/grid/csv.ts';
import { type BatchAction, SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { ZoneDialog } from '../zones/ZoneDialog.tsx';
import type { ZoneTree } from '../zones/zoneTree.ts';
import type { Batch } from './useBatch.ts';
import { VolumeDialog } from './VolumeDialog.tsx';

type OpenDialog = 'volume' | 'zone' | 'remove';

/** The screen of real-time tasks, which starts one for the terminals in its address. */
const taskPath = 'menu_task_status';

/** What can be done with the chosen terminals (look: 02); each leaves a result per terminal. */
export function DeviceActions(props: {
  ids: readonly number[];
  tree: ZoneTree | undefined;
  batch: Batch;
  /** The columns that the grid shows, for the export of the chosen rows. */
  csvColumns: () => CsvColumn<DeviceLive>[];
  onOpen: (id: number) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { ids, batch, tree } = props;
  const device = crud(deviceEntity);
  const rows = () => ids.flatMap((id) => streams.device.get(id) ?? []);
  const needs = (key: PermissionKey) => (may(key) ? undefined : t('auth.noPermission'));
  const perform = (action: string, label: string, more: Record<string, unknown> = {}) =>
    batch.run(ids, label, (which) => device.batch(which, action, more, { quiet: dialog !== null }));
  const open = (which: OpenDialog) => () => {
    setDialog(which);
    return undefined;
  };
  const exportRows = () => download('devices.csv', toCsv(props.csvColumns(), rows()));
  const close = () => setDialog(null);

  const actions: BatchAction[] = [
    {
      key: 'play',
      label: t('devices.startBroadcast'),
      icon: <PlayRegular />,
      disabled: needs('operate_real_time_task'),
      onPress: async () => navigate(`/${taskPath}?start=1&devices=${ids.join(',')}`),
    },
    {
      key: 'volume',
      label: t('common.volume'),
      icon: <Speaker2Regular />,
      disabled: needs('operate_device'),
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
      onPress: open('zone'),
    },
    {
      key: 'export',
      label: t('common.export'),
      icon: <ArrowDownloadRegular />,
      reads: true,
      onPress: async () => exportRows(),
    },
    {
      key: 'remove',
      label: t('common.remove'),
      icon: <DeleteRegular />,
      disabled: needs('delete_device'),
      onPress: open('remove'),
    },
    ...(ids.length === 1
      ? [
          {
            key: 'details',
            label: t('common.details'),
            icon: <InfoRegular />,
            reads: true,
            onPress: async () => props.onOpen(ids[0] ?? 0),
          },
        ]
      : []),
  ];

  return (
    <>
      <SelectionBar count={ids.length} actions={actions} onClear={props.onClear} />
      {dialog === 'volume' && (
        <VolumeDialog
          count={ids.length}
          volume={rows()[0]?.ao_volume ?? 0}
          onSubmit={(ao_volume) => perform('volume', t('common.volume'), { ao_volume })}
          onClose={close}
        />
      )}
      {dialog === 'zone' && tree !== undefined && (
        <ZoneDialog
          title={t('devices.zoneTitle', { count: ids.length })}
          label={t('zones.zone')}
          submitLabel={t('devices.putIntoZone')}
          tree={tree}
          value={ids.length === 1 ? (rows()[0]?.org ?? undefined) : undefined}
          onSubmit={(org) => perform('zone', t('devices.toZone'), { org })}
          onClose={close}
        />
      )}
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
