import { Button } from '@fluentui/react-components';
import { AddRegular, MusicNote2Regular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileEntity, type MediaFile } from '../../../../contract/entities/sound/file.ts';
import { useApp } from '../../app/AppContext.tsx';
import { buttonsColumn } from '../../kit/grid/ButtonsCell.ts';
import { nameColumn, numberColumn, paged } from '../../kit/grid/columns.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { EmptyState, NoMatch } from '../../kit/layout/EmptyState.tsx';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { allRows, useRows } from '../../kit/rows/useRows.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { ownFirst, type TargetSelection } from '../media/ownLibraries.ts';
import { useFileGroups } from '../media/useFileGroups.ts';
import { useOwnLibraries } from '../media/useOwnLibraries.ts';
import { usePanelStyles } from '../targets/panelStyles.ts';

/** Only files that can be played are offered. */
const playable = { build_status: 'built' };
const anyGroup = { filters: playable, sort: 'name' };
/** The files of a group, in its order. */
const ofGroup = (id: number | string) => ({
  filters: { ...playable, group_id: String(id) },
  sort: 'position',
});
const noneTicked: ReadonlySet<number> = new Set();

/** Picker of library files: search, groups, several at once. Enter, a double click or "+" adds one. */
export function LibraryPicker(props: {
  onAdd: (files: readonly MediaFile[]) => void;
  /** Targets of the task, whose own libraries are offered first. */
  targets: TargetSelection;
}) {
  const s = usePanelStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const { onAdd } = props;
  const own = useOwnLibraries(props.targets);
  const all = useFileGroups();
  const groups = useMemo(() => ownFirst(all, own), [all, own]);
  const [criteria, setCriteria] = useState<Criteria>({
    page: 1,
    limit: 100,
    sort: 'name',
    filters: playable,
  });
  const [ticked, setTicked] = useState(noneTicked);
  const calls = useMemo(() => crud(fileEntity), [crud]);
  const { data } = useRows('file', calls, criteria);
  const handle = useGridHandle<MediaFile>();
  const change = (patch: Partial<Criteria>) => {
    isTouched.current = true;
    setCriteria((old) => ({ ...old, page: 1, ...patch }));
  };
  // The only own library of the targets is open at first, until somebody searches or chooses a group.
  const only = own.length === 1 ? groups.find(({ id }) => id === own[0])?.id : undefined;
  const isTouched = useRef(false);
  useEffect(() => {
    if (!isTouched.current)
      setCriteria((old) => ({ ...old, page: 1, ...(only === undefined ? anyGroup : ofGroup(only)) }));
  }, [only]);
  const columns = useMemo(
    () =>
      paged<MediaFile>(
        [
          nameColumn('name', t('common.name'), { flex: 1, minWidth: 120 }),
          numberColumn('duration_ms', t('file.length'), (ms) => (ms === null ? '—' : durationText(t, ms)), {
            width: 92,
          }),
          buttonsColumn<MediaFile>(
            t('common.add'),
            (row) => [{ key: 'add', icon: 'add', label: t('task.addOne', { name: row.name }) }],
            (row) => onAdd([row]),
            { width: 56, minWidth: 56 },
          ),
        ],
        fileEntity.sortable,
      ),
    [t, onAdd],
  );
  const chosen = (data?.rows ?? []).filter((row) => ticked.has(row.id));
  const group = groups.find((one) => String(one.id) === criteria.filters.group_id);
  /** Adds the whole group, in its order. */
  const addGroup = async () => {
    const filters = { ...playable, group_id: String(group?.id) };
    onAdd(await allRows<MediaFile>(calls, { page: 1, limit: 1000, sort: 'position', filters }));
  };
  const isFiltered = (criteria.q ?? '') !== '' || group !== undefined;
  return (
    <>
      <div className={s.bar}>
        <SearchField value={criteria.q} placeholder={t('file.search')} onChange={(q) => change({ q })} />
        <FilterMenu
          label={t('panel.file_group')}
          value={criteria.filters.group_id}
          options={groups.map((one) => ({
            value: String(one.id),
            label: own.includes(one.id) ? t('task.ownLibrary', { name: one.name }) : one.name,
          }))}
          onChange={(id) => change(id === undefined ? anyGroup : ofGroup(id))}
        />
        <span className={s.rest} />
        {group !== undefined && (data?.total ?? 0) > 0 && (
          <Button size="small" icon={<AddRegular />} onClick={() => void addGroup()}>
            {t('task.addGroup', { files: data?.total })}
          </Button>
        )}
        <Button
          size="small"
          icon={<AddRegular />}
          disabled={chosen.length === 0}
          onClick={() => {
            onAdd(chosen);
            setTicked(noneTicked);
          }}
        >
          {t('task.addTicked', { files: chosen.length })}
        </Button>
      </div>
      <div className={s.fill}>
        <DataGrid<MediaFile>
          name="pick-file"
          label={t('task.library')}
          columns={columns}
          source={{ page: data?.rows, queryKey: data?.queryKey }}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort })}
          selected={ticked}
          onSelect={(ids) => setTicked(new Set(ids))}
          onOpen={(row) => onAdd([row])}
          empty={
            isFiltered ? (
              <NoMatch
                title={t('file.noMatch')}
                filters={[
                  ...((criteria.q ?? '') === '' ? [] : [{ key: 'q', text: `“${criteria.q}”` }]),
                  ...(group === undefined ? [] : [{ key: 'group', text: group.name }]),
                ]}
                onDrop={(key) => change(key === 'q' ? { q: undefined } : { filters: playable })}
                onClear={() => change({ q: undefined, filters: playable })}
              />
            ) : (
              <EmptyState
                icon={<MusicNote2Regular />}
                title={t('file.noneTitle')}
                hint={t('task.libraryEmpty')}
              />
            )
          }
        />
      </div>
      {(data?.total ?? 0) > criteria.limit && (
        <div className={s.bar}>
          <Pager {...criteria} total={data?.total ?? 0} onPage={(page) => change({ page })} />
        </div>
      )}
    </>
  );
}
