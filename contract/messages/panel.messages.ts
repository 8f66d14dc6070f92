import type { Messages } from './types.ts';

/** Reasons why a panel of another make (Modbus TCP, ESPA 4.4.4) does not work. */
export const panelMessages = {
  'panel.exception': {
    cn: 'Modbus 异常码 {code}',
    en: 'Modbus exception {code}',
    kr: 'Modbus 예외 코드 {code}',
  },
  'panel.notModbus': {
    cn: '应答不是 Modbus TCP',
    en: 'The answer is not Modbus TCP',
    kr: '응답이 Modbus TCP가 아닙니다',
  },
  'panel.wrongUnit': {
    cn: '应答来自单元 {unit}',
    en: 'The answer is from unit {unit}',
    kr: '응답이 유닛 {unit}에서 왔습니다',
  },
  'panel.wrongAnswer': {
    cn: '应答与请求不符',
    en: 'The answer does not match the request',
    kr: '응답이 요청과 맞지 않습니다',
  },
  'panel.wrongLength': {
    cn: '应答长度不符',
    en: 'The answer has the wrong length',
    kr: '응답 길이가 맞지 않습니다',
  },
  'panel.incomplete': {
    cn: '应答不完整',
    en: 'The answer is incomplete',
    kr: '응답이 완전하지 않습니다',
  },
  'panel.notEspa': {
    cn: '收到的内容不是 ESPA 4.4.4',
    en: 'The messages are not ESPA 4.4.4',
    kr: '수신한 내용이 ESPA 4.4.4가 아닙니다',
  },
  'panel.silent': {
    cn: '{n} 秒内没有收到任何消息',
    en: 'No message for {n} s',
    kr: '{n}초 동안 메시지가 없습니다',
  },
} as const satisfies Messages;
