import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { TemplateDialog } from '../../shared/transfer/TemplateDialog.tsx';
import type { featureOfKind } from '../../shared/upgrades/feature.ts';
import { RolloutDialog } from '../../shared/upgrades/RolloutDialog.tsx';
import { DeleteUsed } from '../../shared/uses/DeleteUsed.tsx';
import { ZoneDialog } from '../../shared/zones/ZoneDialog.tsx';
import { RemoteDialog, ServerDialog } from './AdministrationDialogs.tsx';
import { GroupAddDialog } from './GroupAddDialog.tsx';
import { VolumeDialog } from './VolumeDialog.tsx';

/** Actions on terminals that ask for something first. */
export type TerminalDialog =
  | 'volume'
  | 'zone'
  | 'group'
  | 'template'
  | 'upgrade'
  | 'server'
  | 'remote'
  | 'remove';

/** A dialog with the terminals that were selected when it was opened. */
export interface OpenTerminalDialog<Row> {
  dialog: TerminalDialog;
  rows: readonly Row[];
}

/** Dialog of an action on terminals; another selection made meanwhile does not change them. */
export function TerminalDialogs<Row extends TerminalLive>(props: {
  open: OpenTerminalDialog<Row>;
  kind: TerminalKind;
  codeOf: (id: number) => string;
  zones: readonly PartitionLive[] | undefined;
  feature: ReturnType<typeof featureOfKind>;
  /** Text that tells the effect of removing them. */
  consequence: string;
  perform: (
    items: readonly Row[],
    action: string,
    label: string,
    more?: Record<string, unknown>,
    formerOf?: (row: Row) => { ao_volume: number },
  ) => Promise<void>;
  close: () => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const { kind, zones, feature, close } = props;
  const { dialog, rows } = props.open;
  const ids = rows.map(({ id }) => id);
  return (
    <>
      {dialog === 'volume' && (
        <VolumeDialog
          count={ids.length}
          volume={rows[0]?.ao_volume ?? 0}
          onSubmit={(ao_volume) =>
            props.perform(rows, 'volume', t('common.volume'), { ao_volume }, (row) => ({
              ao_volume: row.ao_volume,
            }))
          }
          onClose={close}
        />
      )}
      {dialog === 'zone' && zones !== undefined && (
        <ZoneDialog
          title={t('devices.zoneTitle', { count: ids.length })}
          label={t('zones.zone')}
          submitLabel={t('devices.putIntoZone')}
          zones={zones}
          value={ids.length === 1 ? (rows[0]?.org ?? undefined) : undefined}
          onSubmit={(org) => props.perform(rows, 'zone', t('devices.toZone'), { org })}
          onClose={close}
        />
      )}
      {dialog === 'group' && <GroupAddDialog kind={kind} ids={ids} onClose={close} />}
      {dialog === 'template' && <TemplateDialog kind={kind} ids={ids} onClose={close} />}
      {dialog === 'server' && (
        <ServerDialog
          count={ids.length}
          onSubmit={(values) => props.perform(rows, 'set_server', t('administration.serverAction'), values)}
          onClose={close}
        />
      )}
      {dialog === 'remote' && (
        <RemoteDialog
          count={ids.length}
          onSubmit={(values) => props.perform(rows, 'set_buffalo', t('administration.remote'), values)}
          onClose={close}
        />
      )}
      {dialog === 'upgrade' && feature !== undefined && (
        <RolloutDialog feature={feature} terminals={ids} onClose={close} />
      )}
      {dialog === 'remove' && (
        <DeleteUsed
          path={kind}
          isUsed={kind === 'device'}
          usersText={(users) => t('devices.targetOf', { users })}
          title={t('devices.removeTitle', { count: ids.length })}
          consequence={props.consequence}
          rows={rows}
          detail={props.codeOf}
          confirmLabel={t('devices.removeConfirm', { count: ids.length })}
          onConfirm={async () => {
            await props.perform(rows, 'delete', t('common.remove'));
            props.onClear();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
