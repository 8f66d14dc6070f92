import {
  ArrowCircleUpRegular,
  DeleteRegular,
  RenameRegular,
  ShieldKeyholeRegular,
} from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UpgradeFile, upgradeFileEntity } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import { RenameDialog } from '../../shared/media/RenameDialog.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { RolloutDialog } from '../../shared/upgrades/RolloutDialog.tsx';
import { TrustKeyDialog } from './TrustKeyDialog.tsx';

type Open = { kind: 'rollOut' | 'rename' | 'trust' | 'delete'; rows: readonly UpgradeFile[] };

/** Actions on upgrade packages. `onChanged` fetches the page again. */
export function usePackageActions(onChanged: () => unknown) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const reason = useRightReason();
  const batch = useBatch(crud(upgradeFileEntity), onChanged);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (kind: Open['kind'], rows: readonly UpgradeFile[]) => {
    setOpen({ kind, rows });
    return undefined;
  };

  const actionsFor = (rows: readonly UpgradeFile[]): BatchAction[] => {
    const single = rows.length === 1 ? undefined : t('upgrade.onlyOne');
    const [first] = rows;
    const unready =
      first !== undefined && first.build_status !== 'built' ? t('upgrade.packageUnready') : undefined;
    const untrusted = first?.signer === null ? t('upgrade.keyUntrustedWhy') : undefined;
    return [
      {
        key: 'rollOut',
        label: t('upgrade.rollOut'),
        icon: <ArrowCircleUpRegular />,
        opens: true,
        disabled: reason('operate_upgrade') ?? single ?? unready ?? untrusted,
        onPress: () => show('rollOut', rows),
      },
      {
        key: 'rename',
        label: t('common.rename'),
        icon: <RenameRegular />,
        opens: true,
        disabled: reason('edit_upgrade_file') ?? single,
        onPress: () => show('rename', rows),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        opens: true,
        disabled: reason('delete_upgrade_file'),
        onPress: () => show('delete', rows),
      },
    ];
  };

  const trust = (row: UpgradeFile): BatchAction => ({
    key: 'trust',
    label: t('upgrade.trust'),
    icon: <ShieldKeyholeRegular />,
    opens: true,
    disabled: reason('menu_sys_config') ?? reason('edit_sys_config'),
    onPress: () => show('trust', [row]),
  });

  const [one] = open?.rows ?? [];
  const dialogs: Record<Open['kind'], () => ReactNode> = {
    rollOut: () =>
      one !== undefined && <RolloutDialog file={one} feature={one.feature_code} onClose={close} />,
    rename: () => (
      <RenameDialog
        entity={upgradeFileEntity}
        row={one ?? null}
        schema={upgradeFileEntity.patch.pick({ name: true }).required()}
        title={t('upgrade.renameTitle')}
        label={t('common.name')}
        hint={t('file.renameHint', { name: one?.original_name })}
        maxLength={100}
        onSaved={onChanged}
        onClose={close}
      />
    ),
    trust: () => one !== undefined && <TrustKeyDialog file={one} onSaved={onChanged} onClose={close} />,
    delete: () => (
      <ConfirmDelete
        title={t('upgrade.deleteTitle', { count: open?.rows.length ?? 0 })}
        consequence={t('upgrade.deleteWhy')}
        items={(open?.rows ?? []).map((row) => ({
          key: row.id,
          name: `${row.name} ${row.version}`,
          detail: sizeText(row.size),
        }))}
        confirmLabel={t('upgrade.deleteItems', { count: open?.rows.length ?? 0 })}
        onConfirm={() => batch.run(t('common.delete'), 'delete', open?.rows ?? [])}
        onClose={close}
      />
    ),
  };
  return { actionsFor, trust, outcome: batch.shown, dialog: open === null ? null : dialogs[open.kind]() };
}
