import type { Messages } from './types.ts';

/** Groups of terminals. */
export const groupMessages = {
  'group.notFound': {
    cn: '分组不存在或已被删除',
    en: 'This group does not exist',
    kr: '존재하지 않는 그룹입니다',
  },
  'group.notWhole': {
    cn: '分组“{name}”中有您分区以外的终端，不能重命名或删除；您可以移出自己分区的终端',
    en: 'Group “{name}” also contains terminals outside your zones, so it cannot be renamed or deleted. You can remove your own terminals',
    kr: '그룹 “{name}”에 담당 구역 밖의 단말이 있어 이름을 바꾸거나 삭제할 수 없습니다. 담당 구역의 단말은 뺄 수 있습니다',
  },
} as const satisfies Messages;
