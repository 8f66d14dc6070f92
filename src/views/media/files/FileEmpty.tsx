import { FolderOpenRegular, MusicNote2Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { buildLook } from '../../shared/media/buildLook.ts';
import type { BuildStatus } from '../../shared/media/libraryCounts.ts';
import { UploadButton } from '../../shared/media/UploadButton.tsx';

/** Empty state of the library: there are no files, the group is empty, or no file passes the filters. */
export function FileEmpty(props: {
  criteria: Criteria;
  change: (patch: Partial<Criteria>) => void;
  /** Name of the selected group; undefined: all files. */
  groupName: string | undefined;
  isLibraryEmpty: boolean;
  onFiles?: (files: File[]) => void;
}) {
  const { t } = useTranslation();
  const { criteria, change, groupName } = props;
  const add = props.onFiles === undefined ? undefined : <UploadButton onFiles={props.onFiles} />;
  const isNarrowed = (criteria.q ?? '') !== '' || (criteria.filters.build_status ?? '') !== '';
  if (!props.isLibraryEmpty && groupName !== undefined && !isNarrowed)
    return (
      <EmptyState
        icon={<FolderOpenRegular />}
        title={t('file.groupEmptyTitle', { group: groupName })}
        hint={t('file.groupEmptyWhy')}
        actions={add}
      />
    );
  return (
    <ListEmpty
      criteria={props.isLibraryEmpty ? { ...criteria, q: undefined, filters: {} } : criteria}
      change={change}
      icon={<MusicNote2Regular />}
      title={t('file.noneTitle')}
      hint={t('file.noneWhy')}
      actions={add}
      filterText={(key, value) => {
        if (key === 'build_status') return t(`status.${buildLook[value as BuildStatus]}`);
        return key === 'group_id' ? (groupName ?? value) : value;
      }}
    />
  );
}
