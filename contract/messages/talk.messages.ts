import type { Messages } from './types.ts';

/** Live speech from a microphone or a call station, and listening in. */
export const talkMessages = {
  'talk.waitExpired': {
    cn: '等待 {seconds} 秒后终端仍未空闲，讲话未开始',
    en: 'The terminals were not free within {seconds} s; the page did not begin',
    kr: '{seconds}초 안에 단말이 비워지지 않아 방송을 시작하지 못했습니다',
  },
  'talk.waitCancelled': {
    cn: '排队的讲话已被取消',
    en: 'The waiting page was cancelled',
    kr: '대기 중인 방송이 취소되었습니다',
  },
  'talk.title': {
    cn: '{name} 讲话',
    en: 'Live speech: {name}',
    kr: '{name} 음성 방송',
  },
  'talk.allCallTitle': {
    cn: '{name} 全区广播',
    en: 'All-call: {name}',
    kr: '{name} 전체 방송',
  },
  'talk.emergencyTitle': {
    cn: '{name} 应急话筒',
    en: 'Emergency microphone: {name}',
    kr: '{name} 비상 마이크',
  },
  'talk.busy': {
    cn: '正在讲话，请先结束',
    en: 'You are already speaking; end this first',
    kr: '이미 방송 중입니다. 먼저 종료하세요',
  },
  'talk.stopped': {
    cn: '讲话已被停止',
    en: 'The announcement was stopped',
    kr: '음성 방송이 중지되었습니다',
  },
  'talk.noTargets': {
    cn: '已没有可播放的终端，讲话结束',
    en: 'The announcement ended: no terminals are left',
    kr: '방송할 단말이 없어 종료되었습니다',
  },
  'talk.stalled': {
    cn: '未收到声音，讲话已结束',
    en: 'The announcement ended: no more sound was received',
    kr: '소리가 수신되지 않아 방송이 종료되었습니다',
  },
  'talk.finished': {
    cn: '讲话结束',
    en: 'The announcement has ended',
    kr: '음성 방송이 끝났습니다',
  },
  'talk.notStation': {
    cn: '该终端不是呼叫站，不能讲话',
    en: 'This terminal is not a call station',
    kr: '이 단말은 페이징 콘솔이 아닙니다',
  },
  'talk.linkUnknown': {
    cn: '链接无效，请重新扫描二维码',
    en: 'This link is not valid. Scan the QR code again',
    kr: '유효하지 않은 링크입니다. QR 코드를 다시 스캔하세요',
  },
  'talk.linkOtherPhone': {
    cn: '该链接已被另一部手机打开',
    en: 'Another phone has already opened this link',
    kr: '다른 휴대전화에서 이미 연 링크입니다',
  },
  'talk.linkUsed': {
    cn: '该链接只能讲话一次，讲话已结束',
    en: 'The announcement has ended. A link can be used once',
    kr: '방송이 끝났습니다. 링크는 한 번만 사용할 수 있습니다',
  },
  'talk.linkExpired': {
    cn: '链接已过期',
    en: 'This link has expired',
    kr: '링크의 유효 시간이 지났습니다',
  },
  'talk.linkRevoked': {
    cn: '链接已被操作员收回',
    en: 'An operator has withdrawn this link',
    kr: '운영자가 링크를 회수했습니다',
  },
  'talk.linkDenied': {
    cn: '创建该链接的账号已无权在这些分区讲话',
    en: 'The account that created this link may no longer speak in these zones',
    kr: '이 링크를 만든 계정은 더 이상 해당 구역에 방송할 수 없습니다',
  },
  'talk.linkHttps': {
    cn: '手机讲话只能通过 HTTPS 打开',
    en: 'A phone link opens over HTTPS only',
    kr: '휴대전화 방송 링크는 HTTPS로만 열 수 있습니다',
  },
  'talk.tooManyLinks': {
    cn: '您的有效链接已达 {n} 个，请先收回一些',
    en: 'You already have {n} open links; withdraw some first',
    kr: '유효한 링크가 이미 {n}개입니다. 먼저 일부를 회수하세요',
  },
  'talk.linkNotOwn': {
    cn: '该链接还包含您分区之外的分区，只能由其创建者或上级收回',
    en: 'This link also reaches zones outside yours',
    kr: '이 링크에는 담당 구역 밖의 구역도 포함되어 있습니다',
  },
} as const satisfies Messages;
