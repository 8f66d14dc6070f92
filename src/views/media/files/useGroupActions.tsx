import { ArrowDownRegular, ArrowUpRegular, DeleteRegular, RenameRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { FileGroupLive } from '../../../../contract/entities/sound/file.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { moveItem } from '../../kit/order/moveItem.ts';
import { useSentList } from '../../kit/order/useSentList.ts';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { RenameDialog } from '../../shared/media/RenameDialog.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import type { GroupCommand } from './GroupRow.tsx';
import { fileGroups, type GroupKind } from './groupKind.ts';

export interface GroupActions {
  may: { create: boolean; edit: boolean; delete: boolean };
  create: () => void;
  rename: (group: FileGroupLive) => void;
  remove: (group: FileGroupLive) => void;
  /** The groups in their order, with changes that are on the way to the server. */
  groups: readonly FileGroupLive[];
  /** Moves a group to another position. */
  move: (from: number, to: number) => void;
  /** Menu entries of the group at a position. */
  menuOf: (index: number) => GroupCommand[];
  /** The open dialog, to be rendered by the screen. */
  dialog: ReactNode;
}

type Open = { kind: 'create' } | { kind: 'rename' | 'remove'; group: FileGroupLive };

/** Actions that create, rename, order and delete groups, for libraries and for the screen of file groups. */
export function useGroupActions(
  stored: readonly FileGroupLive[],
  filesIn: (group: number) => number,
  kind: GroupKind = fileGroups,
): GroupActions {
  const { t } = useTranslation();
  const { api, crud } = useApp();
  const may = useEntityRights(kind.entity);
  const owner = useOwner();
  const groups = crud(kind.entity);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  // The session machine shows a refusal.
  const order = useSentList(stored, (next) =>
    api.put(`/v1/${kind.entity.path}/order`, { ids: next.map((group) => group.id) }),
  );
  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.list.length || from === to) return;
    order.change((now) => moveItem(now, from, to));
  };

  const menuOf = (index: number): GroupCommand[] => {
    const group = order.list[index];
    if (group === undefined) return [];
    const notOwn = owner.reason([group]);
    const command = (
      key: string,
      icon: GroupCommand['icon'],
      onPress: () => void,
      reason: string | undefined,
      disabled = false,
    ) => ({ key, label: t(`file.groupCommand.${key}`), icon, reason, disabled, onPress });
    const moves = (key: 'up' | 'down', icon: GroupCommand['icon'], to: number) =>
      command(key, icon, () => move(index, to), owner.siteReason, to < 0 || to >= order.list.length);
    return [
      ...(may.edit
        ? [
            command('rename', <RenameRegular />, () => setOpen({ kind: 'rename', group }), notOwn),
            moves('up', <ArrowUpRegular />, index - 1),
            moves('down', <ArrowDownRegular />, index + 1),
          ]
        : []),
      ...(may.delete
        ? [command('delete', <DeleteRegular />, () => setOpen({ kind: 'remove', group }), notOwn)]
        : []),
    ];
  };

  let dialog: ReactNode = null;
  if (open?.kind === 'create' || open?.kind === 'rename') {
    const group = open.kind === 'rename' ? open.group : undefined;
    dialog = (
      <RenameDialog
        entity={kind.entity}
        row={group ?? null}
        owned
        schema={kind.entity.create as unknown as z.ZodType<{ name: string }, { name: string }>}
        title={group === undefined ? t('file.addGroup') : t('file.renameGroup')}
        label={t('file.groupName')}
        maxLength={50}
        onClose={close}
      />
    );
  } else if (open?.kind === 'remove') {
    const { group } = open;
    const files = filesIn(group.id);
    dialog = (
      <ConfirmDelete
        title={t('file.deleteGroupTitle')}
        consequence={t(files > 0 ? kind.full : kind.empties)}
        items={[{ key: group.id, name: group.name, detail: t(kind.count, { files }) }]}
        confirmLabel={t('file.groupCommand.delete')}
        onConfirm={() => groups.remove(group.id, { quiet: true })}
        onClose={close}
      />
    );
  }
  return {
    may,
    create: () => setOpen({ kind: 'create' }),
    rename: (group) => setOpen({ kind: 'rename', group }),
    remove: (group) => setOpen({ kind: 'remove', group }),
    groups: order.list,
    move,
    menuOf,
    dialog,
  };
}
