import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type deviceGroupEntity,
  type GroupLive,
  type GroupMember,
  groupEntities,
  groupSize,
} from '../../../../contract/entities/terminals/group.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { StartTaskDialog } from '../startTask/StartTaskDialog.tsx';
import { TalkDialog } from '../talk/TalkDialog.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { groupWords } from './groupWords.ts';

/** Action in progress. */
export type GroupTask =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete' | 'broadcast' | 'speak'; group: GroupLive };

/** Dialog of the action in progress. Members are not in the feed: they are fetched for editing. */
export function GroupDialogs(props: {
  kind: GroupMember;
  task: GroupTask;
  onSaved: (id: number) => void;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { kind, task, onSaved, onClose } = props;
  const entity = groupEntities[kind];
  const groups = crud(entity as typeof deviceGroupEntity);
  const words = groupWords(kind);
  const id = task.kind === 'edit' ? task.group.id : 0;
  const stored = useQuery({
    queryKey: ['rows', entity.path, id],
    queryFn: () => groups.get(id),
    enabled: id !== 0,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (task.kind === 'create')
    return <GroupDialog kind={kind} group={null} onSaved={onSaved} onClose={onClose} />;
  if (task.kind === 'edit')
    return stored.data === undefined ? null : (
      <GroupDialog kind={kind} group={stored.data} onSaved={onSaved} onClose={onClose} />
    );
  if (task.kind === 'broadcast')
    return <StartTaskDialog open preset={{ groups: [task.group.id] }} onClose={onClose} />;
  if (task.kind === 'speak') return <TalkDialog targets={{ groups: [task.group.id] }} onClose={onClose} />;
  const { name } = task.group;
  return (
    <ConfirmDelete
      title={t('groups.deleteTitle', { name })}
      consequence={t(words.deleteWhy)}
      items={[
        {
          key: task.group.id,
          name,
          detail: t(words.size, { n: groupSize(task.group).toLocaleString('en-US') }),
        },
      ]}
      confirmLabel={t('groups.deleteConfirm')}
      onConfirm={async () => {
        await groups.remove(task.group.id, { quiet: true });
        props.onDeleted();
      }}
      onClose={onClose}
    />
  );
}
