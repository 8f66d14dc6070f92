import { makeStyles } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import type { ColDef } from 'ag-grid-community';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useScreenName } from '../../app/useScreenName.ts';
import { ConfirmDelete } from '../action/ConfirmDelete.tsx';
import { CreateButton } from '../action/CreateButton.tsx';
import { type BatchCall, useBatch } from '../action/useBatch.ts';
import { paged } from '../grid/columns.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import { useGridHandle } from '../grid/handle.ts';
import { useCriteria } from '../rows/useCriteria.ts';
import { allRows, type ListCall, useRows } from '../rows/useRows.ts';
import { useSelection } from '../rows/useSelection.ts';
import { GridTools } from '../toolbar/GridTools.tsx';
import { Pager } from '../toolbar/Pager.tsx';
import { SearchField } from '../toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../toolbar/SelectionBar.tsx';
import { StatusBar } from '../toolbar/StatusBar.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { useEntityRights } from '../useEntityRights.ts';
import { ListEmpty } from './ListEmpty.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

export interface EntityViewProps<Row> {
  entity: EntityContract;
  /** Built in a `useMemo`; the server sorts by the sortable fields of the contract. */
  columns: ColDef<Row>[];
  /** Dialog that creates (`row` null) or edits. Without it rows can be neither created nor edited. */
  form?: (row: Row | null, close: () => void) => ReactNode;
  /** Further actions on the ticked rows. */
  actions?: (rows: readonly Row[]) => BatchAction[];
  /** Texts of the empty list: what is missing and why. */
  empty: { title: string; why: string };
  /** Controls at the end of the toolbar. */
  tools?: ReactNode;
}

/**
 * Screen of a plain entity: list, search, create, edit, delete. A screen that needs more composes the parts
 * itself.
 */
export function EntityView<Row extends { id: number; name: string }>(props: EntityViewProps<Row>) {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const queries = useQueryClient();
  const { entity, form } = props;
  const rights = useEntityRights(entity);
  const calls = useMemo(() => crud(entity) as unknown as ListCall<Row> & BatchCall, [crud, entity]);
  const { criteria, change } = useCriteria();
  const { data } = useRows(entity.path, calls, criteria);
  const selection = useSelection();
  const handle = useGridHandle<Row>();
  const columns = useMemo(() => paged(props.columns, entity.sortable), [props.columns, entity]);
  const [editing, setEditing] = useState<Row | null | undefined>();
  const [isDeleting, setDeleting] = useState(false);
  const batch = useBatch(calls, () => queries.invalidateQueries({ queryKey: ['rows', entity.path] }));
  const name = useScreenName();
  const ticked = (data?.rows ?? []).filter((row) => selection.ids.has(row.id));

  const noRight = (isAllowed: boolean) => (isAllowed ? undefined : t('kit.noRight'));
  const edit: BatchAction = {
    key: 'edit',
    label: t('common.edit'),
    icon: <EditRegular />,
    disabled: noRight(rights.edit) ?? (ticked.length > 1 ? t('kit.onlyOne') : undefined),
    onPress: async () => setEditing(ticked[0]),
  };
  const remove: BatchAction = {
    key: 'delete',
    label: t('common.delete'),
    icon: <DeleteRegular />,
    disabled: noRight(rights.delete),
    onPress: async () => setDeleting(true),
  };
  const add = form !== undefined && rights.create && (
    <CreateButton label={t('common.add')} onPress={() => setEditing(null)} />
  );
  const tools = (
    <>
      {props.tools}
      <GridTools handle={handle} fileName={entity.path} all={() => allRows(calls, criteria)} />
    </>
  );
  return (
    <div className={s.root}>
      <Toolbar end={tools}>
        <SearchField
          value={criteria.q}
          placeholder={t('common.search')}
          onChange={(q) => change({ q: q ?? '' })}
        />
        {add}
      </Toolbar>
      <SelectionBar
        count={ticked.length}
        actions={[...(form === undefined ? [] : [edit]), ...(props.actions?.(ticked) ?? []), remove]}
        onClear={selection.clear}
        outcome={batch.shown}
      />
      <div className={s.grid}>
        <DataGrid<Row>
          name={entity.path}
          label={name}
          columns={columns}
          source={{ page: data?.rows, asked: data?.asked }}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          selected={selection.ids}
          onSelect={selection.set}
          {...(form !== undefined && rights.edit ? { onOpen: setEditing } : {})}
          empty={<ListEmpty criteria={criteria} change={change} {...props.empty} actions={add} />}
        />
      </div>
      <StatusBar handle={handle} selected={ticked.length}>
        <Pager {...criteria} total={data?.total ?? 0} onPage={(page) => change({ page })} />
      </StatusBar>
      {editing !== undefined && form?.(editing, () => setEditing(undefined))}
      {isDeleting && (
        <ConfirmDelete
          title={t('kit.deleteTitle', { items: ticked.length })}
          consequence={t('kit.deleteWhy')}
          items={ticked.map((row) => ({ key: row.id, name: row.name }))}
          confirmLabel={t('kit.deleteItems', { items: ticked.length })}
          onConfirm={() => batch.run(t('common.delete'), 'delete', ticked)}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}
