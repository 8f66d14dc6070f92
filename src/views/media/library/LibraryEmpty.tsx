import { FolderOpenRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import type { Criteria } from '../../kit/rows/criteria.ts';
import type { LibraryItem, LibraryKind, LibraryLive } from './libraryKind.ts';

/** Empty state of a library: there are no items, the group is empty, or no item passes the filters. */
export function LibraryEmpty<Row extends LibraryItem, Live extends LibraryLive>(props: {
  kind: LibraryKind<Row, Live>;
  criteria: Criteria;
  change: (patch: Partial<Criteria>) => void;
  /** Name of the selected group; undefined: all items. */
  groupName: string | undefined;
  isEmpty: boolean;
  add: ReactNode;
}) {
  const { t } = useTranslation();
  const { kind, criteria, groupName, isEmpty } = props;
  const { words } = kind;
  const isNarrowed = (criteria.q ?? '') !== '' || (criteria.filters[kind.stateField] ?? '') !== '';
  if (!isEmpty && groupName !== undefined && !isNarrowed)
    return (
      <EmptyState
        icon={<FolderOpenRegular />}
        title={t(words.groupEmptyTitle, { group: groupName })}
        hint={t(words.groupEmptyWhy)}
        actions={props.add}
      />
    );
  return (
    <ListEmpty
      criteria={isEmpty ? { ...criteria, q: undefined, filters: {} } : criteria}
      change={props.change}
      icon={kind.icon}
      title={t(words.noneTitle)}
      hint={t(words.noneWhy)}
      actions={props.add}
      filterText={(key, value) => {
        const look = kind.states.find(([state]) => state === value)?.[1];
        if (key === kind.stateField && look !== undefined) return t(`status.${look}`);
        return key === 'group_id' ? (groupName ?? value) : value;
      }}
    />
  );
}
