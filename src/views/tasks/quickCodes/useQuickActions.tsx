import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type QuickCodeLive, quickCodeEntity } from '../../../../contract/entities/tasks/quickCode.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useDone } from '../../kit/action/useDone.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { QuickCodeDialog } from './QuickCodeDialog.tsx';

type Open = { kind: 'form'; row: QuickCodeLive | null } | { kind: 'delete'; rows: readonly QuickCodeLive[] };

/** Actions on quick codes, one or many, and their dialogs. */
export function useQuickActions() {
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = useEntityRights(quickCodeEntity);
  const [open, setOpen] = useState<Open>();
  const calls = useMemo(() => crud(quickCodeEntity), [crud]);
  const batch = useBatch(calls, () => undefined);
  const done = useDone();
  const close = () => setOpen(undefined);
  const create = () => setOpen({ kind: 'form', row: null });
  /** Says that a code was created; codes are usually entered one after the other. */
  const showMade = ({ code, name }: QuickCodeLive) =>
    done.made(`${code} ${name}`, {
      key: 'another',
      label: t('quickCode.another'),
      onPress: async () => create(),
    });
  const lacks = (held: boolean) => (held ? undefined : t('kit.noRight'));

  const actions = (rows: readonly QuickCodeLive[]): BatchAction[] => [
    {
      key: 'edit',
      label: t('common.edit'),
      icon: <EditRegular />,
      disabled: lacks(may.edit) ?? (rows.length > 1 ? t('kit.onlyOne') : undefined),
      opens: true,
      onPress: async () => rows[0] && setOpen({ kind: 'form', row: rows[0] }),
    },
    {
      key: 'delete',
      label: t('common.delete'),
      icon: <DeleteRegular />,
      disabled: lacks(may.delete),
      opens: true,
      onPress: async () => setOpen({ kind: 'delete', rows }),
    },
  ];
  return {
    actions,
    shown: batch.shown,
    done: done.line,
    create,
    edit: (row: QuickCodeLive) => setOpen({ kind: 'form', row }),
    may,
    dialogs: (
      <>
        {open?.kind === 'form' && <QuickCodeDialog row={open.row} onMade={showMade} onClose={close} />}
        {open?.kind === 'delete' && (
          <ConfirmDelete
            title={t('quickCode.deleteTitle', { codes: open.rows.length })}
            consequence={t('quickCode.deleteWhy')}
            items={open.rows.map((row) => ({ key: row.id, name: row.name, detail: row.code }))}
            confirmLabel={t('kit.deleteItems', { items: open.rows.length })}
            onConfirm={() => batch.run(t('common.delete'), 'delete', open.rows)}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
