import { CopyRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { type BatchCall, useBatch } from '../../kit/action/useBatch.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import type { GroupedForm, GroupedKind, GroupedRow } from './grouped.ts';

/** Actions that create, change, copy and delete rows of a grouped list, with their dialogs. */
export function useGroupedActions<Row extends GroupedRow>(
  kind: GroupedKind<Row>,
  props: {
    form: (open: GroupedForm<Row>, close: () => void) => ReactNode;
    /** Consequences of deleting a row, or its users. */
    deleteDetail?: ((row: Row) => string) | undefined;
  },
) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { words, entity, locked } = kind;
  const language = useLanguage();
  const rights = useEntityRights(entity);
  const [open, setOpen] = useState<GroupedForm<Row> | { kind: 'delete'; rows: readonly Row[] }>();
  const batch = useBatch(
    useMemo(() => crud(entity) as unknown as BatchCall, [crud, entity]),
    () => undefined,
  );
  const right = (has: boolean) => (has ? undefined : t('kit.noRight'));
  const busy = (rows: readonly Row[]) =>
    rows.some(locked) ? messageText('broadcast.alarmInProgress', language) : undefined;

  const actions = (rows: readonly Row[]): BatchAction[] => {
    const [first] = rows;
    const single = rows.length > 1 ? t('kit.onlyOne') : undefined;
    const show = (what: 'edit' | 'copy') => async () => first && setOpen({ kind: what, row: first });
    return [
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        disabled: right(rights.edit) ?? single ?? busy(rows),
        opens: true,
        onPress: show('edit'),
      },
      {
        key: 'copy',
        label: t('common.copy'),
        icon: <CopyRegular />,
        disabled: right(rights.create) ?? single,
        opens: true,
        onPress: show('copy'),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: right(rights.delete) ?? busy(rows),
        opens: true,
        onPress: async () => setOpen({ kind: 'delete', rows }),
      },
    ];
  };
  const close = () => setOpen(undefined);
  const dialogs: ReactNode =
    open === undefined ? null : open.kind !== 'delete' ? (
      props.form(open, close)
    ) : (
      <ConfirmDelete
        title={t(words.deleteTitle, { items: open.rows.length })}
        consequence={t(words.deleteWhy)}
        items={open.rows.map((row) => ({
          key: row.id,
          name: row.name,
          ...(props.deleteDetail === undefined ? {} : { detail: props.deleteDetail(row) }),
        }))}
        confirmLabel={t('kit.deleteItems', { items: open.rows.length })}
        onConfirm={() => batch.run(t('common.delete'), 'delete', open.rows)}
        onClose={close}
      />
    );
  return {
    actions,
    dialogs,
    shown: batch.shown,
    mayCreate: rights.create,
    create: () => setOpen({ kind: 'create' }),
  };
}
