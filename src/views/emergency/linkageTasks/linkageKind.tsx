import { BranchForkLinkRegular } from '@fluentui/react-icons';
import { type LinkageTaskLive, linkageTaskEntity } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { GroupedKind } from '../../shared/groups/grouped.ts';
import { linkageTaskState, linkageTaskStates } from '../../shared/groups/useCandidates.ts';

/** Linkage tasks as a grouped list. */
export const linkageKind: GroupedKind<LinkageTaskLive> = {
  member: 'linkage_task',
  entity: linkageTaskEntity,
  feed: (streams) => streams.linkageTask,
  stateOf: linkageTaskState,
  states: linkageTaskStates,
  text: (row) => [row.name, row.desc, row.textContent, ...row.plans],
  passes: {
    source: (row, value) => String(row.audio_source) === value,
    used: (row, value) => row.plans.length + row.plans_elsewhere > 0 === (value === 'true'),
  },
  locked: (row) => row.playing,
  icon: <BranchForkLinkRegular />,
  words: {
    create: 'linkage.new',
    search: 'linkage.search',
    noneTitle: 'linkage.noneTitle',
    noneWhy: 'linkage.noneWhy',
    deleteTitle: 'linkage.deleteTitle',
    deleteWhy: 'linkage.deleteWhy',
  },
};
