import type { Messages } from './types.ts';

/** Calls between stations (spec 3: two-way call), and virtual casters. */
export const callMessages = {
  'call.self': {
    cn: '不能选择自己',
    en: 'A caster cannot select itself',
    kr: '자기 자신은 선택할 수 없습니다',
  },
  'call.noSuchNumber': {
    cn: '号码 {number} 不存在',
    en: 'There is no station with the number {number}',
    kr: '번호 {number}에 해당하는 단말이 없습니다',
  },
  'call.offline': {
    cn: '“{name}”不在线',
    en: '“{name}” is offline',
    kr: '"{name}"이(가) 오프라인입니다',
  },
  'call.noCall': {
    cn: '“{name}”当前没有通话',
    en: '“{name}” is not in a call',
    kr: '"{name}"은(는) 통화 중이 아닙니다',
  },
  'call.virtualNotYours': {
    cn: '虚拟分控“{name}”包含您分区之外的分控，不能更改',
    en: 'The virtual caster “{name}” has members outside your zones; you cannot change it',
    kr: '가상 방송대 "{name}"에 본인 구역 밖의 방송대가 있어 변경할 수 없습니다',
  },
  'call.title': {
    cn: '{from} 与 {to} 通话',
    en: '{from} in call with {to}',
    kr: '{from} ↔ {to} 통화',
  },
} as const satisfies Messages;
