import type { Messages } from './types.ts';

/** Connections to other systems: webhooks and alerts. */
export const integrationMessages = {
  'integration.badXml': {
    cn: '不是有效的 CAP 1.2 预警：{reason}',
    en: 'Not a valid CAP 1.2 alert: {reason}',
    kr: '올바른 CAP 1.2 경보가 아닙니다: {reason}',
  },
  'integration.signature': {
    cn: '签名无效，或时间相差过大',
    en: 'The signature is invalid, or its timestamp differs too much',
    kr: '서명이 올바르지 않거나 시각 차이가 큽니다',
  },
  'integration.brokerRefused': {
    cn: '代理服务器拒绝了用户名或密码',
    en: 'The broker refused the user name or the password',
    kr: '브로커가 사용자 이름 또는 비밀번호를 거부했습니다',
  },
  'integration.secretLost': {
    cn: '密钥无法读取，请重新填写',
    en: 'The secret cannot be read. Enter it again',
    kr: '비밀 키를 읽을 수 없어 다시 입력해야 합니다',
  },
  'integration.replay': {
    cn: '此消息已收到过',
    en: 'This message has been received before',
    kr: '이미 받은 메시지입니다',
  },
  'integration.otherHost': {
    cn: '预警来自其他主机（{address}），未采用',
    en: 'The alert is on another host ({address}) and was not fetched',
    kr: '경보가 다른 호스트({address})에 있어 받지 않았습니다',
  },
  'integration.disabled': {
    cn: '此接入已停用',
    en: 'This integration is disabled',
    kr: '사용 중지된 연동입니다',
  },
  'integration.stale': {
    cn: '预警的发出时间过早',
    en: 'The alert was sent too long ago',
    kr: '경보가 발송된 지 너무 오래되었습니다',
  },
} as const satisfies Messages;
