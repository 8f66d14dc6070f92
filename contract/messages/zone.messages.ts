import type { Messages } from './types.ts';

/** Zones (partitions), accounts in them, groups. */
export const zoneMessages = {
  'zone.notFound': {
    cn: '分区不存在或已被删除',
    en: 'This zone does not exist',
    kr: '존재하지 않는 구역입니다',
  },
  'zone.moveIntoSelf': {
    cn: '不能将分区移动到自身或其下级分区',
    en: 'A zone cannot be moved into itself or its sub-zones',
    kr: '구역을 자기 자신이나 하위 구역으로 이동할 수 없습니다',
  },
  'zone.notEmpty': {
    cn: '分区“{name}”不为空或仍被使用（{count} 项）：{inside}',
    en: 'Zone “{name}” is not empty or still in use ({count}): {inside}',
    kr: '구역 “{name}”이(가) 비어 있지 않거나 아직 사용 중입니다({count}개): {inside}',
  },
  'zone.rootFixed': {
    cn: '顶级分区不能移动或删除',
    en: 'The top zone cannot be moved or deleted',
    kr: '최상위 구역은 이동하거나 삭제할 수 없습니다',
  },
  'zone.tooDeep': {
    cn: '分区最多 {max} 级',
    en: 'Zones may be at most {max} levels deep',
    kr: '구역은 최대 {max}단계까지 만들 수 있습니다',
  },
  'zone.accountNeedsZone': {
    cn: '账号至少须属于一个分区',
    en: 'An account needs at least one zone',
    kr: '계정은 하나 이상의 구역에 속해야 합니다',
  },
} as const satisfies Messages;
