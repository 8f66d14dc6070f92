import { makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fileEntity } from '../../../../contract/entities/sound/file.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { allRows, useRows } from '../../kit/rows/useRows.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { DropArea } from '../../shared/media/DropArea.tsx';
import { readGroup } from '../../shared/media/libraryCounts.ts';
import { UploadButton } from '../../shared/media/UploadButton.tsx';
import { UploadPanel } from '../../shared/media/UploadPanel.tsx';
import { useFileGroups } from '../../shared/media/useFileGroups.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { useUploads } from '../../shared/media/useUploads.ts';
import { BuildCounters } from './BuildCounters.tsx';
import { ChimesButton } from './ChimesButton.tsx';
import { FileEmpty } from './FileEmpty.tsx';
import { FilePlayer } from './FilePlayer.tsx';
import { fileColumns } from './fileColumns.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { fileGroups } from './groupKind.ts';
import { UploadOwner } from './UploadOwner.tsx';
import { useFileActions } from './useFileActions.tsx';
import { useGroupActions } from './useGroupActions.tsx';
import { useLibraryCounts } from './useLibraryCounts.ts';
import { type LibraryRow, mergeLive, useLiveFiles } from './useLiveFiles.ts';

const useStyles = makeStyles({
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** menu_file_management: library of music files with its groups, uploads, playback and actions. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const clock = useSiteClock();
  const language = useLanguage();
  const messages = useMessages();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { criteria, change } = useCriteria({ sort: '-uploaded_at' });
  const selection = useSelection();
  const handle = useGridHandle<LibraryRow>();
  const calls = useMemo(() => crud(fileEntity), [crud]);
  const { data } = useRows('file', calls, criteria);
  const rows = useLiveFiles(data?.rows, handle);
  const chosen = readGroup(criteria.filters.group_id);
  const groups = useFileGroups();
  const counts = useLibraryCounts(chosen);
  const groupActions = useGroupActions((id) => counts.byGroup.get(id) ?? 0);
  const uploads = useUploads();
  const [heard, setHeard] = useState<LibraryRow | null>(null);
  const [uploadOwner, setUploadOwner] = useState<number | null>(null);
  const onChanged = () => queries.invalidateQueries({ queryKey: ['rows', 'file'] });
  const actions = useFileActions({ groups, onListen: setHeard, onChanged });
  const { edit, create } = actions.rights;
  const listen = useCallback((row: LibraryRow) => {
    if (row.build_status === 'built') setHeard(row);
  }, []);
  const columns = useMemo(
    () =>
      fileColumns({
        t,
        language,
        timeZone: clock.timeZone(),
        groupName: (id) => groups.find((one) => one.id === id)?.name ?? '',
        zoneName: (id) => streams.partition.get(id)?.name ?? '',
        mayMove: () => edit,
        onListen: listen,
      }),
    [t, language, clock, edit, listen, groups, streams],
  );
  const upload = (files: readonly File[], group: number | null) => {
    const fault = uploads.add(files, group, uploadOwner);
    if (fault !== null) messages.add('error', t(fault.key, fault.params));
  };
  const uploadHere = (files: File[]) => upload(files, chosen ?? null);
  const ticked = (rows ?? []).filter((row) => selection.ids.has(row.id));
  const group = groups.find((one) => one.id === chosen);
  const groupName = group?.name;
  const notHere = useOwner().groupReason(group);
  return (
    <Splitter
      name="file"
      left={
        <GroupPanel
          kind={fileGroups}
          order={{ label: t('menu.menu_file_group'), onPress: () => navigate('/menu_file_group') }}
          groups={groups}
          counts={counts}
          chosen={chosen}
          onChoose={(group) =>
            change({
              filters: { group_id: group === undefined ? '' : group === null ? 'none' : String(group) },
            })
          }
          actions={groupActions}
          onMove={
            edit
              ? (ids, group) =>
                  actions.drop(
                    (rows ?? []).filter((row) => ids.includes(row.id)),
                    group,
                  )
              : undefined
          }
          onUpload={create ? upload : undefined}
        />
      }
    >
      <DropArea
        hint={groupName === undefined ? t('file.dropHere') : t('file.dropInto', { group: groupName })}
        onFiles={create && notHere === undefined ? uploadHere : undefined}
      >
        <BuildCounters
          counts={counts}
          value={criteria.filters.build_status}
          onPick={(build_status) => change({ filters: { build_status } })}
        />
        <Toolbar
          end={
            <GridTools
              handle={handle}
              fileName={t('menu.menu_file_management')}
              all={async () =>
                (await allRows(calls, criteria)).map((row) => mergeLive(row, streams.file.get(row.id)))
              }
            />
          }
        >
          <SearchField value={criteria.q} placeholder={t('file.search')} onChange={(q) => change({ q })} />
          {create && <UploadButton onFiles={uploadHere} reason={notHere} />}
          {create && <ChimesButton />}
          {create && <UploadOwner value={uploadOwner} onChange={setUploadOwner} />}
        </Toolbar>
        <SelectionBar
          count={ticked.length}
          actions={actions.actionsFor(ticked)}
          onClear={selection.clear}
          outcome={actions.outcome}
        />
        <div className={s.middle}>
          <div className={s.grid}>
            <DataGrid<LibraryRow>
              name="file"
              label={t('menu.menu_file_management')}
              columns={columns}
              source={{ page: rows, asked: data?.asked }}
              handle={handle}
              sort={criteria.sort}
              onSort={(sort) => change({ sort: sort ?? '' })}
              selected={selection.ids}
              onSelect={selection.set}
              onOpen={listen}
              empty={
                <FileEmpty
                  criteria={criteria}
                  change={change}
                  groupName={chosen === null ? t('file.noGroup') : groupName}
                  isLibraryEmpty={counts.all === 0}
                  {...(create && notHere === undefined ? { onFiles: uploadHere } : {})}
                />
              }
            />
          </div>
          <UploadPanel uploads={uploads} />
        </div>
        <FilePlayer file={heard} onClose={() => setHeard(null)} />
        <StatusBar handle={handle} selected={ticked.length}>
          <Pager
            {...criteria}
            total={data?.total ?? 0}
            estimated={data?.estimated}
            onPage={(page) => change({ page })}
          />
        </StatusBar>
      </DropArea>
      {groupActions.dialog}
      {actions.dialog}
    </Splitter>
  );
}
