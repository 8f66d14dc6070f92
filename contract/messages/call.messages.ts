import type { Messages } from './types.ts';

/** Calls between stations (two-way), and virtual casters. */
export const callMessages = {
  'call.self': {
    cn: '不能选择自己',
    en: 'A caster cannot select itself',
    kr: '자기 자신은 선택할 수 없습니다',
  },
  'call.offline': {
    cn: '“{name}”不在线',
    en: '“{name}” is offline',
    kr: '“{name}”이(가) 오프라인입니다',
  },
  'call.noCall': {
    cn: '“{name}”当前没有通话',
    en: '“{name}” is not in a call',
    kr: '“{name}”은(는) 통화 중이 아닙니다',
  },
  'call.virtualNotYours': {
    cn: '虚拟分控“{name}”包含您分区之外的分控，不能更改',
    en: 'The virtual caster “{name}” has members outside your zones; you cannot change it',
    kr: '가상 페이징 콘솔 “{name}”에 본인 구역 밖의 페이징 콘솔이 있어 변경할 수 없습니다',
  },
  'call.title': {
    cn: '{from} 与 {to} 通话',
    en: '{from} in call with {to}',
    kr: '{from} ↔ {to} 통화',
  },
  'call.end.hung_up': { cn: '通话已结束', en: 'The call has ended', kr: '통화가 종료되었습니다' },
  'call.end.cancelled': { cn: '对方已取消呼叫', en: 'The call was cancelled', kr: '호출이 취소되었습니다' },
  'call.end.refused': { cn: '对方已拒接', en: 'The call was refused', kr: '상대방이 통화를 거절했습니다' },
  'call.end.busy': { cn: '对方正忙', en: 'The station is busy', kr: '상대방이 통화 중입니다' },
  'call.end.no_answer': { cn: '无人应答', en: 'Nobody answered', kr: '응답이 없습니다' },
  'call.end.unknown': {
    cn: '号码不存在',
    en: 'No station has this number',
    kr: '해당 번호의 단말이 없습니다',
  },
  'call.end.offline': { cn: '对方不在线', en: 'The station is offline', kr: '상대 단말이 오프라인입니다' },
  'call.end.self': {
    cn: '不能呼叫自己',
    en: 'A station cannot call itself',
    kr: '자기 자신을 호출할 수 없습니다',
  },
  'call.end.replaced': {
    cn: '已被更高优先级的呼叫打断',
    en: 'Replaced by a call of higher priority',
    kr: '우선순위가 더 높은 호출로 중단되었습니다',
  },
  'call.end.answered_elsewhere': {
    cn: '已由其他分控接听',
    en: 'Answered at another station',
    kr: '다른 페이징 콘솔에서 응답했습니다',
  },
  'call.end.lost': { cn: '连接已断开', en: 'The connection was lost', kr: '연결이 끊어졌습니다' },
  'call.end.started': { cn: '已启动“{name}”', en: 'Started: {name}', kr: '시작됨: {name}' },
  'call.end.stopped': { cn: '已停止“{name}”', en: 'Stopped: {name}', kr: '정지됨: {name}' },
  'call.end.denied': {
    cn: '此终端无权使用该号码',
    en: 'This station may not use this number',
    kr: '이 단말은 해당 번호를 사용할 권한이 없습니다',
  },
  'call.end.failed': { cn: '操作失败', en: 'The call failed', kr: '처리하지 못했습니다' },
  'call.end.too_fast': {
    cn: '请勿频繁操作',
    en: 'Do not operate too fast',
    kr: '너무 빠르게 조작하지 마세요',
  },
  'call.startedBehind': {
    cn: '已启动“{name}”，但当前被更高级别的广播占用，结束后才能听到',
    en: 'Started: {name}. A broadcast of higher priority is on the air there; this one plays after it',
    kr: '시작됨: {name}. 현재 우선순위가 더 높은 방송이 나가고 있어 끝난 뒤에 들립니다',
  },
  'call.startedWaiting': {
    cn: '“{name}”正在排队，终端空闲后播放',
    en: 'Waits: {name}. It plays once its terminals are free',
    kr: '대기 중: {name}. 단말이 비면 재생됩니다',
  },
  'call.codeTaken': {
    cn: '“{value}”已是其他快捷码、快捷号码或对讲码',
    en: '“{value}” is already a quick code, quick number or dialogue code',
    kr: '“{value}”은(는) 이미 다른 단축 코드, 단축 번호 또는 통화 코드로 사용 중입니다',
  },
  'call.codeOff': {
    cn: '快捷码 {code} 已停用',
    en: 'Quick code {code} is disabled',
    kr: '단축 코드 {code}은(는) 사용 중지 상태입니다',
  },
  'call.codeOutside': {
    cn: '“{name}”不在此终端可广播的分区内',
    en: '“{name}” is outside the zones that this station may page',
    kr: '“{name}”은(는) 이 단말이 방송할 수 있는 구역 밖에 있습니다',
  },
  'call.end.by_operator': {
    cn: '通话已由管理员挂断',
    en: 'The call was ended at the console',
    kr: '관리자가 통화를 종료했습니다',
  },
} as const satisfies Messages;
