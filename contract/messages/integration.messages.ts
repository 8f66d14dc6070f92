import type { Messages } from './types.ts';

/** Connections to other systems: webhooks, alerts, panels of other makes. */
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
  'integration.portTaken': {
    cn: '另一个 SNMP 代理已在此地址和端口监听',
    en: 'Another SNMP agent listens at this address and port already',
    kr: '다른 SNMP 에이전트가 이미 이 주소와 포트에서 수신 중입니다',
  },
  'integration.zoneOutside': {
    cn: '可用命令控制的分区须在此连接的分区内',
    en: 'Zones that commands may use must lie in the zone of the connection',
    kr: '명령으로 제어할 구역은 이 연결의 구역 안에 있어야 합니다',
  },
  'integration.brokerRefused': {
    cn: '代理服务器拒绝了用户名或密码',
    en: 'The broker refused the user name or the password',
    kr: '브로커가 사용자 이름 또는 비밀번호를 거부했습니다',
  },
  'integration.registrarRefused': {
    cn: '电话系统拒绝注册：{status} {reason}',
    en: 'The telephone system refused the registration: {status} {reason}',
    kr: '전화 시스템이 등록을 거부했습니다: {status} {reason}',
  },
  'integration.registrarSilent': {
    cn: '电话系统没有应答',
    en: 'The telephone system does not answer',
    kr: '전화 시스템이 응답하지 않습니다',
  },
  'integration.telephoneUnreachable': {
    cn: '无法连接电话系统：{reason}',
    en: 'The telephone system cannot be reached: {reason}',
    kr: '전화 시스템에 연결할 수 없습니다: {reason}',
  },
  'integration.telephoneCertificate': {
    cn: '电话系统的证书不受信任（{reason}）：请检查指纹，或使用受信任机构签发的证书',
    en: 'The certificate of the telephone system is not trusted ({reason}): check its fingerprint, or use one of a known authority',
    kr: '전화 시스템의 인증서를 신뢰할 수 없습니다({reason}). 지문을 확인하거나 신뢰할 수 있는 기관의 인증서를 사용하세요',
  },
  'integration.sipTlsPortTaken': {
    cn: 'TCP 端口 {port} 已被其他程序占用',
    en: 'TCP port {port} is used by another program',
    kr: 'TCP 포트 {port}을(를) 다른 프로그램이 사용 중입니다',
  },
  'integration.sipPortTaken': {
    cn: 'UDP 端口 {port} 已被其他程序占用',
    en: 'UDP port {port} is used by another program',
    kr: 'UDP 포트 {port}을(를) 다른 프로그램이 사용 중입니다',
  },
  'integration.snmpPortTaken': {
    cn: 'SNMP 的 UDP 端口 {port} 已被其他程序占用',
    en: 'UDP port {port} for SNMP is used by another program',
    kr: 'SNMP용 UDP 포트 {port}을(를) 다른 프로그램이 사용 중입니다',
  },
  'integration.snmpPortFailed': {
    cn: '无法在 {address} 监听 SNMP：{reason}',
    en: 'Cannot listen for SNMP at {address}: {reason}',
    kr: '{address}에서 SNMP 수신 대기를 할 수 없습니다: {reason}',
  },
  'integration.testRefused': {
    cn: '电话系统拒绝应答：{status} {reason}',
    en: 'The telephone system refused: {status} {reason}',
    kr: '전화 시스템이 거부했습니다: {status} {reason}',
  },
  'integration.noTest': {
    cn: '只能测试电话系统',
    en: 'Only a telephone system can be tested',
    kr: '전화 시스템만 테스트할 수 있습니다',
  },
  'integration.accountAbove': {
    cn: '账号“{name}”的权限超出您的权限，请选择其他账号',
    en: 'Account “{name}” has rights that you do not have. Select another one',
    kr: '계정 “{name}”에는 본인에게 없는 권한이 있습니다. 다른 계정을 선택하세요',
  },
  'integration.noAccount': {
    cn: '不接受命令：请选择可登录的执行账号',
    en: 'Commands are not taken: select an account that may log in',
    kr: '명령을 받지 않습니다. 로그인할 수 있는 실행 계정을 선택하세요',
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
  // Why a panel of another make does not work.
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
