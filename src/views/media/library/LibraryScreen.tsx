import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowSortRegular } from '@fluentui/react-icons';
import type { ColDef } from 'ag-grid-community';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { Counters } from '../../kit/toolbar/Counters.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import { GroupPanel } from '../files/GroupPanel.tsx';
import { useGroupActions } from '../files/useGroupActions.tsx';
import { LibraryDialogs, type OpenDialog } from './LibraryDialogs.tsx';
import { LibraryEmpty } from './LibraryEmpty.tsx';
import type { LibraryItem, LibraryKind, LibraryLive } from './libraryKind.ts';
import { useLibrary } from './useLibrary.ts';
import { useLibraryActions } from './useLibraryActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

export interface LibraryScreenProps<Row extends LibraryItem, Live extends LibraryLive> {
  kind: LibraryKind<Row, Live>;
  /** From a `useCallback`. */
  columns: (groupName: (id: number) => string, mayMove: () => boolean) => ColDef<Row>[];
  /** Dialog that creates (`row` null, into `group`) or edits. */
  form: (row: Row | null, group: number | null, close: () => void) => ReactNode;
  /** Further actions on the ticked rows; `run` is the batch call of the library. */
  actions: (rows: readonly Row[], run: (label: string, action: string) => Promise<void>) => BatchAction[];
  /** Between the grid and the status bar. */
  foot?: ReactNode;
}

/**
 * Screen of a library of grouped items (preset texts, radio stations): list, groups,
 * order, states and actions.
 */
export function LibraryScreen<Row extends LibraryItem, Live extends LibraryLive>(
  props: LibraryScreenProps<Row, Live>,
) {
  const s = useStyles();
  const { t } = useTranslation();
  const messages = useMessages();
  const { kind } = props;
  const { words, entity, groups: groupKind } = kind;
  const shelf = useLibrary(kind);
  const { rights, criteria, change, groups, chosen, counts, ticked, batch, selection } = shelf;
  const groupActions = useGroupActions((id) => counts.byGroup.get(id) ?? 0, groupKind);
  const [open, setOpen] = useState<OpenDialog<Row> | null>(null);
  const groupName = groups.find((one) => one.id === chosen)?.name;
  const { edit } = rights;
  const owner = useOwner();
  const orderReason = owner.groupReason(chosen === null ? null : groups.find((one) => one.id === chosen));
  const refused = (rows: readonly Row[]): boolean => {
    const reason = owner.reason(rows);
    if (reason !== undefined) messages.add('warning', reason);
    return reason !== undefined;
  };
  const columns = useMemo(
    () =>
      props.columns(
        (id) => groups.find((one) => one.id === id)?.name ?? '',
        () => edit,
      ),
    [props.columns, groups, edit],
  );
  const actions = [
    ...props.actions(ticked, (label, action) => batch.run(label, action, ticked)),
    ...useLibraryActions(ticked, rights, setOpen),
  ];
  const add = rights.create ? (
    <CreateButton label={t(words.add)} onPress={() => setOpen({ kind: 'form', row: null })} />
  ) : undefined;

  return (
    <Splitter
      name={entity.path}
      left={
        <GroupPanel
          kind={groupKind}
          groups={groups}
          counts={counts}
          chosen={chosen}
          onChoose={(group) =>
            change({
              filters: { group_id: group === undefined ? '' : group === null ? 'none' : String(group) },
            })
          }
          actions={groupActions}
          order={{
            label: t('shelf.orderGroups'),
            reason: groupActions.may.edit ? owner.siteReason : t('kit.noRight'),
            onPress: () => setOpen({ kind: 'groups' }),
          }}
          onMove={
            rights.edit
              ? (ids, group) => {
                  const moved = (shelf.rows ?? []).filter((row) => ids.includes(row.id));
                  if (!refused(moved))
                    void shelf
                      .move(moved, group)
                      .catch((error: Error) => messages.add('error', error.message));
                }
              : undefined
          }
        />
      }
    >
      <div className={s.root}>
        <Counters
          label={t('shelf.byState')}
          items={[
            { key: 'all', label: t('common.all'), count: counts.shown },
            ...kind.states.map(([key, look]) => ({
              key,
              label: t(`status.${look}`),
              count: counts.byState.get(key) ?? 0,
              status: look,
            })),
          ]}
          value={criteria.filters[kind.stateField]}
          onPick={(key) => change({ filters: { [kind.stateField]: key === 'all' ? '' : (key ?? '') } })}
        />
        <Toolbar
          end={
            <>
              <GridTools handle={shelf.handle} fileName={t(words.screen)} all={shelf.all} />
              {add}
            </>
          }
        >
          <SearchField value={criteria.q} placeholder={t(words.search)} onChange={(q) => change({ q })} />
          {chosen !== undefined && rights.edit && counts.shown > 1 && (
            <Button
              size="small"
              icon={<ArrowSortRegular />}
              disabledFocusable={orderReason !== undefined}
              title={orderReason}
              onClick={() => setOpen({ kind: 'items' })}
            >
              {t('shelf.order')}
            </Button>
          )}
        </Toolbar>
        <SelectionBar
          count={ticked.length}
          actions={actions}
          onClear={selection.clear}
          outcome={batch.shown}
        />
        <div className={s.grid}>
          <DataGrid<Row>
            name={entity.path}
            label={t(words.screen)}
            columns={columns}
            source={{ page: shelf.rows, asked: shelf.page?.asked }}
            handle={shelf.handle}
            sort={criteria.sort}
            onSort={(sort) => change({ sort: sort ?? '' })}
            selected={selection.ids}
            onSelect={selection.set}
            {...(rights.edit
              ? { onOpen: (row: Row) => refused([row]) || setOpen({ kind: 'form', row }) }
              : {})}
            empty={
              <LibraryEmpty
                kind={kind}
                criteria={criteria}
                change={change}
                groupName={chosen === null ? t('file.noGroup') : groupName}
                isEmpty={counts.all === 0}
                add={add}
              />
            }
          />
        </div>
        {props.foot}
        <StatusBar handle={shelf.handle} selected={ticked.length}>
          <Pager
            {...criteria}
            total={shelf.page?.total ?? 0}
            estimated={shelf.page?.estimated}
            onPage={(page) => change({ page })}
          />
        </StatusBar>
      </div>
      {groupActions.dialog}
      {open !== null && (
        <LibraryDialogs
          open={open}
          kind={kind}
          shelf={shelf}
          form={props.form}
          onClose={() => setOpen(null)}
        />
      )}
    </Splitter>
  );
}
