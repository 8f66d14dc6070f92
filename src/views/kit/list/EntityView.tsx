import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import type { ColDef } from 'ag-grid-community';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useScreenName } from '../../app/useScreenName.ts';
import { ConfirmDelete } from '../action/ConfirmDelete.tsx';
import { CreateButton } from '../action/CreateButton.tsx';
import type { NextStep } from '../action/NextSteps.tsx';
import { type BatchCall, useBatch } from '../action/useBatch.ts';
import { useDone } from '../action/useDone.tsx';
import { paged } from '../grid/columns.ts';
import type { BatchAction } from '../toolbar/SelectionBar.tsx';
import { useEntityRights } from '../useEntityRights.ts';
import { PagedList } from './PagedList.tsx';
import { usePagedList } from './usePagedList.ts';

export interface EntityViewProps<Row> {
  entity: EntityContract;
  /** Built in a `useMemo`; the server sorts by the sortable fields of the contract. */
  columns: ColDef<Row>[];
  /** Dialog that creates (`row` null) or edits; `made` is called with a created row. */
  form: (row: Row | null, close: () => void, made: (row: Row) => void) => ReactNode;
  /** Texts of the empty list: what is missing and why. */
  empty: { title: string; hint: string };
  /** Words of the button that creates: “New station”. */
  create: string;
  /** Steps that usually follow the creation of a row. `edit` opens its form. */
  nextSteps?: (row: Row, edit: () => void) => NextStep[];
  /** Controls at the end of the toolbar. */
  tools?: ReactNode;
  /** Further actions on the ticked rows, before those of every entity. */
  more?: (ticked: readonly Row[]) => readonly BatchAction[];
  /** Side panel beside the list. */
  aside?: ReactNode;
}

/**
 * Screen of a plain entity: list, search, create, edit, delete. A screen that needs more composes the parts
 * itself.
 */
export function EntityView<Row extends { id: number; name: string }>(props: EntityViewProps<Row>) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { entity, form } = props;
  const rights = useEntityRights(entity);
  const calls = useMemo(() => crud(entity) as BatchCall, [crud, entity]);
  const list = usePagedList<Row>(entity.path);
  const columns = useMemo(() => paged(props.columns, entity.sortable), [props.columns, entity]);
  const [editing, setEditing] = useState<Row | null | undefined>();
  const [deleting, setDeleting] = useState<readonly Row[] | null>(null);
  const batch = useBatch(calls, list.refresh);
  const done = useDone();
  const name = useScreenName();

  const noRight = (isAllowed: boolean) => (isAllowed ? undefined : t('kit.noRight'));
  const actions = (ticked: readonly Row[]): BatchAction[] => [
    ...(props.more?.(ticked) ?? []),
    {
      key: 'edit',
      label: t('common.edit'),
      icon: <EditRegular />,
      disabled: noRight(rights.edit) ?? (ticked.length > 1 ? t('kit.onlyOne') : undefined),
      onPress: async () => setEditing(ticked[0]),
    },
    {
      key: 'delete',
      label: t('common.delete'),
      icon: <DeleteRegular />,
      disabled: noRight(rights.delete),
      onPress: async () => setDeleting(ticked),
    },
  ];
  const showMade = (row: Row) =>
    done.made(row.name, ...(props.nextSteps?.(row, () => setEditing(row)) ?? []));
  const add = rights.create && <CreateButton label={props.create} onPress={() => setEditing(null)} />;
  return (
    <>
      <PagedList<Row>
        list={list}
        name={entity.path}
        label={name}
        columns={columns}
        search={t('common.search')}
        actions={actions}
        outcome={batch.shown}
        aside={props.aside}
        done={done.line}
        {...(rights.edit ? { onOpen: setEditing } : {})}
        empty={{ ...props.empty, actions: add }}
        tools={
          <>
            {props.tools}
            {add}
          </>
        }
      />
      {editing !== undefined && form(editing, () => setEditing(undefined), showMade)}
      {deleting !== null && (
        <ConfirmDelete
          title={t('kit.deleteTitle', { items: deleting.length })}
          consequence={t('kit.deleteWhy')}
          items={deleting.map((row) => ({ key: row.id, name: row.name }))}
          confirmLabel={t('kit.deleteItems', { items: deleting.length })}
          onConfirm={() => batch.run(t('common.delete'), 'delete', deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}
