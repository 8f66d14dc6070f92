import {
  ArrowDownloadRegular,
  ArrowSyncRegular,
  DeleteRegular,
  HeadphonesRegular,
  LinkRegular,
  PlayRegular,
  RenameRegular,
} from '@fluentui/react-icons';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type FileGroupLive, fileEntity } from '../../../../contract/entities/sound/file.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { RenameDialog } from '../../shared/media/RenameDialog.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import { StartTaskDialog } from '../../shared/startTask/StartTaskDialog.tsx';
import { DeleteUsed } from '../../shared/uses/DeleteUsed.tsx';
import { groupBatch } from '../library/groupBatch.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { useDownload } from './useDownload.ts';
import type { LibraryRow } from './useLiveFiles.ts';
import { WhereUsed } from './WhereUsed.tsx';

const ownedName = fileEntity.patch
  .pick({ name: true, org: true })
  .required({ name: true }) as unknown as z.ZodType<{ name: string }, { name: string }>;

type Open = { kind: 'play' | 'used' | 'rename' | 'move' | 'join' | 'delete'; rows: readonly LibraryRow[] };

/** Actions on the ticked files of the library. `onChanged` fetches the page again. */
export function useFileActions(props: {
  groups: readonly FileGroupLive[];
  /** The shown group; null: files without a group, undefined: all. */
  shown: FileGroupLive | null | undefined;
  onListen: (row: LibraryRow) => void;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const download = useDownload('file');
  const may = usePermission();
  const rights = useEntityRights(fileEntity);
  const owner = useOwner();
  const messages = useMessages();
  const files = crud(fileEntity);
  const batch = useBatch(files, props.onChanged);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (kind: Open['kind'], rows: readonly LibraryRow[]) => {
    setOpen({ kind, rows });
    return undefined;
  };
  const move = (rows: readonly LibraryRow[], group: number | null) =>
    batch.run(t('common.move'), 'move', rows, { group_id: group });

  /** Like a drop: a refusal is shown at once. */
  const drop = (rows: readonly LibraryRow[], group: number | null) => {
    const reason = owner.reason(rows);
    if (reason !== undefined) messages.add('warning', reason);
    else void move(rows, group).catch((error: Error) => messages.add('error', error.message));
  };

  const actionsFor = (rows: readonly LibraryRow[]): BatchAction[] => {
    const right = (has: boolean) => (has ? undefined : t('kit.noRight'));
    const own = (has: boolean) => right(has) ?? owner.reason(rows);
    const single = rows.length === 1 ? undefined : t('file.onlyOne');
    const unbuilt = rows.some((row) => row.build_status !== 'built') ? t('file.notBuilt') : undefined;
    const notFailed = rows.some((row) => row.build_status !== 'failed') ? t('file.notFailed') : undefined;
    const first = rows[0];
    return [
      {
        key: 'play',
        label: t('file.playAt'),
        icon: <PlayRegular />,
        disabled: right(may('operate_real_time_task')) ?? unbuilt,
        onPress: () => show('play', rows),
      },
      {
        key: 'listen',
        label: t('file.listen'),
        icon: <HeadphonesRegular />,
        reads: true,
        disabled: single ?? unbuilt,
        onPress: () => {
          if (first !== undefined) props.onListen(first);
          return undefined;
        },
      },
      {
        key: 'rename',
        label: t('common.rename'),
        icon: <RenameRegular />,
        disabled: own(rights.edit) ?? single,
        onPress: () => show('rename', rows),
      },
      ...groupBatch({
        t,
        owner,
        mayEdit: rights.edit,
        ticked: rows,
        shown: props.shown,
        open: (kind) => show(kind, rows),
        onLeave: (group) => batch.run(t('file.leave'), 'leave', rows, { group_id: group }),
      }),
      {
        key: 'used',
        label: t('media.used'),
        icon: <LinkRegular />,
        reads: true,
        disabled: single,
        onPress: () => show('used', rows),
      },
      {
        key: 'build',
        label: t('file.rebuild'),
        icon: <ArrowSyncRegular />,
        disabled: own(rights.edit) ?? notFailed,
        onPress: () => batch.run(t('file.rebuild'), 'build', rows),
      },
      {
        key: 'download',
        label: t('common.download'),
        icon: <ArrowDownloadRegular />,
        reads: true,
        onPress: async () => {
          for (const row of rows) await download(row);
        },
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: own(rights.delete),
        onPress: () => show('delete', rows),
      },
    ];
  };

  const rows = open?.rows ?? [];
  const [one] = rows;
  const moving = (title: string, action: ComponentProps<typeof MoveDialog>['action']) => (
    <MoveDialog
      title={t(title, { files: rows.length, items: rows.length })}
      groups={props.groups}
      action={action}
      onClose={close}
    />
  );
  const dialogs: Record<Open['kind'], () => ReactNode> = {
    play: () => <StartTaskDialog open preset={{ files: rows.map((row) => row.id) }} onClose={close} />,
    rename: () => (
      <RenameDialog
        entity={fileEntity}
        row={one ?? null}
        owned
        schema={ownedName}
        title={t('file.renameTitle')}
        label={t('common.name')}
        hint={t('file.renameHint', { name: one?.original_name })}
        maxLength={100}
        onSaved={props.onChanged}
        onClose={close}
      />
    ),
    used: () => <WhereUsed path="file" row={{ id: one?.id ?? 0, name: one?.name ?? '' }} onClose={close} />,
    move: () => moving('file.moveTitle', { onMove: (group) => move(rows, group) }),
    join: () =>
      moving('file.joinTitle', {
        onJoin: (group) => batch.run(t('file.joinTo'), 'join', rows, { group_id: group }),
      }),
    delete: () => (
      <DeleteUsed
        path="file"
        title={t('file.deleteTitle', { files: rows.length })}
        consequence={`${t('file.deleteWhy')} ${t('broadcast.stopRealTimeFirst')}`}
        rows={rows}
        detail={(id) => {
          const length = rows.find((row) => row.id === id)?.duration_ms ?? null;
          return length === null ? '' : durationText(t, length);
        }}
        confirmLabel={t('file.deleteItems', { files: rows.length })}
        onConfirm={() => batch.run(t('common.delete'), 'delete', rows)}
        onClose={close}
      />
    ),
  };
  return {
    rights,
    actionsFor,
    drop,
    outcome: batch.shown,
    dialog: open === null ? null : dialogs[open.kind](),
  };
}
