import type { Messages } from './types.ts';

/** Live speech from a microphone or a call station, and listening in. */
export const talkMessages = {
  'talk.title': {
    cn: '{name} 喊话',
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
    cn: '正在喊话，请先结束',
    en: 'A talk is in progress; end it first',
    kr: '이미 방송 중입니다. 먼저 종료하세요',
  },
  'talk.stopped': {
    cn: '喊话已被停止',
    en: 'The talk was stopped',
    kr: '음성 방송이 중지되었습니다',
  },
  'talk.noTargets': {
    cn: '已没有可播放的终端，喊话结束',
    en: 'No terminals are left to speak to',
    kr: '방송할 단말이 없어 종료되었습니다',
  },
  'talk.stalled': {
    cn: '未收到声音，喊话已结束',
    en: 'No more sound was received, so the talk was ended',
    kr: '소리가 수신되지 않아 방송이 종료되었습니다',
  },
  'talk.finished': {
    cn: '喊话结束',
    en: 'The talk has ended',
    kr: '음성 방송이 끝났습니다',
  },
  'talk.notStation': {
    cn: '该终端不是呼叫站，不能喊话',
    en: 'This terminal is not a call station',
    kr: '이 단말은 호출 방송대가 아닙니다',
  },
} as const satisfies Messages;
