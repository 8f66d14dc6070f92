import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import { DeleteUsed } from '../../shared/uses/DeleteUsed.tsx';
import { MoveDialog } from '../files/MoveDialog.tsx';
import { WhereUsed } from '../files/WhereUsed.tsx';
import type { LibraryItem, LibraryKind, LibraryLive } from './libraryKind.ts';
import { OrderDialog } from './OrderDialog.tsx';
import type { LibraryState } from './useLibrary.ts';

/** `items`: order of the items of a group, null: of those without one; `groups`: order of the groups. */
export type OpenDialog<Row> =
  | { kind: 'form'; row: Row | null }
  | { kind: 'used'; row: Row }
  | { kind: 'move' | 'join' | 'delete'; rows: readonly Row[] }
  | { kind: 'items'; group: number | null }
  | { kind: 'groups' };

/** The open dialog of a library. */
export function LibraryDialogs<Row extends LibraryItem, Live extends LibraryLive>(props: {
  open: OpenDialog<Row>;
  kind: LibraryKind<Row, Live>;
  library: LibraryState<Row, Live>;
  form: (row: Row | null, group: number | null, close: () => void) => ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const owner = useOwner();
  const { open, library, onClose } = props;
  const { words, entity, groups: groupKind } = props.kind;
  const { groups, chosen } = library;
  const own = (id: number | null | undefined) => {
    const group = groups.find((one) => one.id === id);
    return group === undefined || owner.groupReason(group) !== undefined ? null : group.id;
  };
  switch (open.kind) {
    case 'form':
      // A new item is not created in a group that the account may not change.
      return props.form(open.row, own(chosen), onClose);
    case 'move':
      return (
        <MoveDialog
          title={t(words.moveTitle, { files: open.rows.length })}
          groups={groups}
          action={{ onMove: (group) => library.move(open.rows, group) }}
          onClose={onClose}
        />
      );
    case 'join':
      return (
        <MoveDialog
          title={t('file.joinTitle', { items: open.rows.length })}
          groups={groups}
          action={{ onJoin: (group) => library.join(open.rows, group) }}
          onClose={onClose}
        />
      );
    case 'used':
      return <WhereUsed path={entity.path} row={open.row} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteUsed
          path={entity.path}
          title={t(words.deleteTitle, { files: open.rows.length })}
          consequence={t(words.deleteWhy)}
          rows={open.rows}
          confirmLabel={t(words.deleteItems, { files: open.rows.length })}
          onConfirm={() => library.batch.run(t('common.delete'), 'delete', open.rows)}
          onClose={onClose}
        />
      );
    case 'items':
      return (
        <OrderDialog
          title={t('library.orderOf', {
            group: groups.find((one) => one.id === open.group)?.name ?? t('file.noGroup'),
          })}
          load={() => library.inOrder(open.group)}
          save={(ids) => api.put(`/v1/${entity.path}/order`, { group_id: open.group, ids }, { quiet: true })}
          onClose={onClose}
        />
      );
    case 'groups':
      return (
        <OrderDialog
          title={t('library.orderGroups')}
          load={async () => groups}
          save={(ids) => api.put(`/v1/${groupKind.entity.path}/order`, { ids }, { quiet: true })}
          onClose={onClose}
        />
      );
  }
}
