import type { Messages } from './types.ts';

/** Repeated requests, and requests with an unknown outcome. */
export const repeatMessages = {
  'repeat.invalidKey': {
    cn: 'Idempotency-Key 请求头必须为 1 到 200 个可打印的 ASCII 字符，不含空格',
    en: 'The header Idempotency-Key must be 1 to 200 printable ASCII characters without spaces',
    kr: 'Idempotency-Key 헤더는 공백 없이 출력 가능한 ASCII 문자 1~200자여야 합니다',
  },
  'repeat.otherBody': {
    cn: '该 Idempotency-Key 已用于内容不同的请求',
    en: 'This Idempotency-Key was used for a request with other content',
    kr: '이 Idempotency-Key는 내용이 다른 요청에 이미 사용되었습니다',
  },
  'repeat.underWay': {
    cn: '相同的请求仍在处理中，请稍候',
    en: 'The same request is still in progress. Wait a moment',
    kr: '같은 요청이 아직 처리 중입니다. 잠시 기다려 주세요',
  },
  'repeat.outcomeUnknown': {
    cn: '结果未知：数据库在保存时中断，操作可能已经完成。请先核对，再重复操作',
    en: 'Outcome unknown: the database connection was lost while saving, and the action may have been carried out. Check before you repeat it',
    kr: '결과를 알 수 없습니다. 저장 중에 데이터베이스 연결이 끊겨 이미 처리되었을 수 있습니다. 다시 하기 전에 확인하세요',
  },
  'repeat.answerLost': {
    cn: '该请求已全部或部分完成，但其结果未能保留。请先核对，再重复操作',
    en: 'This request was carried out, at least in part, but its response is no longer known. Check before you repeat it',
    kr: '이 요청은 전부 또는 일부가 처리되었지만 그 응답이 남아 있지 않습니다. 다시 하기 전에 확인하세요',
  },
  'repeat.doneBefore': {
    cn: '该操作此前已经完成，本次没有重复执行',
    en: 'The action had been carried out at the first press. It was not carried out again',
    kr: '이 동작은 처음 눌렀을 때 이미 처리되었습니다. 다시 실행하지 않았습니다',
  },
  'repeat.mayBeDone': {
    cn: '与服务器的连接中断，操作可能已经完成，请查看当前状态',
    en: 'The connection to the server was lost, and the action may have been carried out. Check the present state',
    kr: '서버와의 연결이 끊겼으며 이미 처리되었을 수 있습니다. 현재 상태를 확인하세요',
  },
  'repeat.connectionLost': {
    cn: '与服务器的连接中断，操作可能已经完成。再次点击不会重复执行',
    en: 'The connection to the server was lost, and the action may have been carried out. Pressing again does not repeat it',
    kr: '서버와의 연결이 끊겼으며 이미 처리되었을 수 있습니다. 다시 눌러도 두 번 실행되지 않습니다',
  },
} as const satisfies Messages;
