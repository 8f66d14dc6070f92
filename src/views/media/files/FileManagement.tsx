import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { DropArea } from '../../shared/media/DropArea.tsx';
import { readGroup, writeGroup } from '../../shared/media/libraryCounts.ts';
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
import { type LibraryRow, useLiveFiles } from './useLiveFiles.ts';
import { useUploaded } from './useUploaded.tsx';

/** menu_file_management: library of music files with its groups, uploads, playback and actions. */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const language = useLanguage();
  const messages = useMessages();
  const navigate = useNavigate();
  const list = useLiveFiles();
  const { criteria, change, put, rows } = list;
  const chosen = readGroup(criteria.filters.group_id);
  const groups = useFileGroups();
  const counts = useLibraryCounts(chosen);
  const groupActions = useGroupActions(groups, (id) => counts.byGroup.get(id) ?? 0);
  const uploads = useUploads();
  const uploaded = useUploaded(uploads);
  const [heard, setHeard] = useState<LibraryRow | null>(null);
  const [uploadOwner, setUploadOwner] = useState<number | null>(null);
  const actions = useFileActions({
    groups,
    shown: chosen === null ? null : groups.find((one) => one.id === chosen),
    onListen: setHeard,
    onChanged: list.refresh,
  });
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
        zoneName: (id) => streams.zoneName(id),
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
          counts={counts}
          chosen={chosen}
          onChoose={(group) => put({ group_id: writeGroup(group) })}
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
        <PagedList<LibraryRow>
          list={list}
          name="file"
          label={t('menu.menu_file_management')}
          columns={columns}
          search={t('file.search')}
          actions={actions.actionsFor}
          outcome={actions.outcome}
          done={uploaded}
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
          head={
            <BuildCounters
              counts={counts}
              value={criteria.filters.build_status}
              onPick={(build_status) => put({ build_status })}
            />
          }
          aside={<UploadPanel uploads={uploads} />}
          tools={create && <UploadButton onFiles={uploadHere} reason={notHere} />}
          foot={<FilePlayer file={heard} onClose={() => setHeard(null)} />}
        >
          {create && <ChimesButton />}
          {create && <UploadOwner value={uploadOwner} onChange={setUploadOwner} />}
        </PagedList>
      </DropArea>
      {groupActions.dialog}
      {actions.dialog}
    </Splitter>
  );
}
