import { Button } from '@fluentui/react-components';
import { ArrowSortRegular } from '@fluentui/react-icons';
import type { ColDef } from 'ag-grid-community';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { Counters } from '../../kit/toolbar/Counters.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { writeGroup } from '../../shared/media/libraryCounts.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { GroupPanel } from '../files/GroupPanel.tsx';
import { useGroupActions } from '../files/useGroupActions.tsx';
import { LibraryDialogs, type OpenDialog } from './LibraryDialogs.tsx';
import { LibraryEmpty } from './LibraryEmpty.tsx';
import type { LibraryItem, LibraryKind, LibraryLive } from './libraryKind.ts';
import { useLibrary } from './useLibrary.ts';
import { useLibraryActions } from './useLibraryActions.tsx';

export interface LibraryScreenProps<Row extends LibraryItem, Live extends LibraryLive> {
  kind: LibraryKind<Row, Live>;
  /** Function made by `useCallback`. */
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
  const { t } = useTranslation();
  const messages = useMessages();
  const { kind } = props;
  const { words, entity, groups: groupKind } = kind;
  const library = useLibrary(kind);
  const { list, rights, groups, chosen, counts, batch } = library;
  const { criteria, change, put } = list;
  const groupActions = useGroupActions(groups, (id) => counts.byGroup.get(id) ?? 0, groupKind);
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
  const actions = useLibraryActions(library, setOpen);
  const add = rights.create ? (
    <CreateButton
      label={t(words.add)}
      reason={owner.createReason}
      onPress={() => setOpen({ kind: 'form', row: null })}
    />
  ) : undefined;

  return (
    <Splitter
      name={entity.path}
      left={
        <GroupPanel
          kind={groupKind}
          counts={counts}
          chosen={chosen}
          onChoose={(group) => put({ group_id: writeGroup(group) })}
          actions={groupActions}
          order={{
            label: t('library.orderGroups'),
            reason: groupActions.may.edit ? owner.siteReason : t('kit.noRight'),
            onPress: () => setOpen({ kind: 'groups' }),
          }}
          onMove={
            rights.edit
              ? (ids, group) => {
                  const moved = (list.rows ?? []).filter((row) => ids.includes(row.id));
                  if (!refused(moved))
                    void library
                      .move(moved, group)
                      .catch((error: Error) => messages.add('error', error.message));
                }
              : undefined
          }
        />
      }
    >
      <PagedList<Row>
        list={list}
        name={entity.path}
        label={t(words.screen)}
        columns={columns}
        search={t(words.search)}
        actions={(ticked) => [
          ...props.actions(ticked, (label, action) => batch.run(label, action, ticked)),
          ...actions(ticked),
        ]}
        outcome={batch.shown}
        {...(rights.edit ? { onOpen: (row: Row) => refused([row]) || setOpen({ kind: 'form', row }) } : {})}
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
        head={
          <Counters
            label={t('library.byState')}
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
            onPick={(key) => put({ [kind.stateField]: key === 'all' ? '' : (key ?? '') })}
          />
        }
        tools={add}
        foot={props.foot}
      >
        {chosen !== undefined && rights.edit && counts.shown > 1 && (
          <Button
            size="small"
            icon={<ArrowSortRegular />}
            disabledFocusable={orderReason !== undefined}
            title={orderReason}
            onClick={() => setOpen({ kind: 'items', group: chosen })}
          >
            {t('library.order')}
          </Button>
        )}
      </PagedList>
      {groupActions.dialog}
      {open !== null && (
        <LibraryDialogs
          open={open}
          kind={kind}
          library={library}
          form={props.form}
          onClose={() => setOpen(null)}
        />
      )}
    </Splitter>
  );
}
