import type { Messages } from './types.ts';

/** Terminals: selection checks before upgrades and settings, subscription, enrolment. */
export const terminalMessages = {
  'terminal.selectFirst': {
    cn: '请先选择{item}',
    en: 'Please select first: {item}',
    kr: '먼저 {item}을(를) 선택하세요',
  },
  'terminal.offline': {
    cn: '{name} - {code} 离线',
    en: '{name} - {code} offline',
    kr: '{name} - {code} 오프라인',
  },
  'terminal.noUpgrade': {
    cn: '{name} - {code} 不支持升级',
    en: '{name} - {code} not supported upgrade',
    kr: '{name} - {code} 업그레이드를 지원하지 않습니다',
  },
  'terminal.noRemoteAdministration': {
    cn: '{name} - {code} 不支持设置远程管理',
    en: '{name} - {code} not support setting up remote administration',
    kr: '{name} - {code} 원격 관리 설정을 지원하지 않습니다',
  },
  'terminal.remoteInsecure': {
    cn: '{name} - {code} 未通过 HTTPS 连接，本服务器不能远程管理',
    en: '{name} - {code} is not connected over HTTPS: this server cannot administer it',
    kr: '{name} - {code}이(가) HTTPS로 연결되어 있지 않아 이 서버에서 원격 관리할 수 없습니다',
  },
  'terminal.remoteOff': {
    cn: '{name} - {code} 未开启由本服务器进行的远程管理',
    en: '{name} - {code}: remote administration by this server is off',
    kr: '{name} - {code}: 이 서버의 원격 관리가 켜져 있지 않습니다',
  },
  'terminal.noServerParameter': {
    cn: '{name} - {code} 不支持设置服务器参数',
    en: '{name} - {code} not support setting server parameter',
    kr: '{name} - {code} 서버 매개변수 설정을 지원하지 않습니다',
  },
  'terminal.subscribed': {
    cn: '终端已被订阅（监听中）',
    en: 'Device has been subscribed (listening)',
    kr: '단말이 이미 구독(청취) 중입니다',
  },
  'terminal.onlineRefresh': {
    cn: '终端在线，请刷新',
    en: 'Device online, please refresh',
    kr: '단말이 온라인입니다. 새로 고침하세요',
  },
  'terminal.volumeTooHigh': {
    cn: '音量放大过高可能损坏音频设备',
    en: 'Expanding the volume too high may cause audio damage',
    kr: '음량을 지나치게 높이면 오디오가 손상될 수 있습니다',
  },
  'terminal.notFound': {
    cn: '终端不存在或已被删除',
    en: 'This terminal does not exist',
    kr: '존재하지 않는 단말입니다',
  },
  'terminal.alreadyAdopted': {
    cn: '终端 {code} 已接入',
    en: 'Terminal {code} has already been adopted',
    kr: '단말 {code}은(는) 이미 등록되었습니다',
  },
  'terminal.codeLike': {
    cn: '编号 {code} 与已有的 {other} 只有大小写不同，请改用其他编号',
    en: 'Code {code} differs from {other} only in upper and lower case: use another one',
    kr: '코드 {code}은(는) 이미 있는 {other}과(와) 대소문자만 다릅니다. 다른 코드를 사용하세요',
  },
  'terminal.codeTaken': {
    cn: '编号 {code} 与另一终端的编号只有大小写不同，请改用其他编号',
    en: 'Code {code} differs from that of another terminal only in upper and lower case: use another one',
    kr: '코드 {code}은(는) 다른 단말의 코드와 대소문자만 다릅니다. 다른 코드를 사용하세요',
  },
  'terminal.codeLetters': {
    cn: '本终端登记的编号是 {other}，与 {code} 大小写不同，请按登记的写法设置',
    en: 'This terminal is registered as {other}, not {code}: use the same upper and lower case',
    kr: '이 단말은 {code}이(가) 아니라 {other}(으)로 등록되어 있습니다. 대소문자를 똑같이 입력하세요',
  },
  'terminal.noLicense': {
    cn: 'TTS 授权不足，剩余 {left} 个',
    en: 'Not enough TTS licences: {left} left',
    kr: 'TTS 라이선스가 부족합니다. 남은 수: {left}',
  },
  'terminal.notAuthorized': {
    cn: '{name} - {code} 未开通 TTS 授权',
    en: '{name} - {code} has no TTS licence',
    kr: '{name} - {code}에 TTS 라이선스가 없습니다',
  },
  'terminal.grantTakenBack': {
    cn: '{name} - {code} 的 TTS 授权在生效前已被撤销',
    en: 'The TTS licence of {name} - {code} was revoked before it took effect',
    kr: '{name} - {code}의 TTS 라이선스가 적용되기 전에 회수되었습니다',
  },
  'terminal.licensesGranted': {
    cn: '已授权 {granted} 个，请先收回',
    en: 'Licences already granted: {granted}. Revoke some first',
    kr: '이미 {granted}개가 부여되어 있습니다. 먼저 회수하세요',
  },
  'terminal.otherKind': {
    cn: '编号 {code} 已作为另一类终端接入，请先在控制台中删除',
    en: 'Code {code} belongs to a terminal of another kind: remove that terminal in the console first',
    kr: '코드 {code}은(는) 다른 종류의 단말로 등록되어 있습니다. 먼저 콘솔에서 삭제하세요',
  },
  'terminal.otherRole': {
    cn: '只能用同类终端替换',
    en: 'A terminal can only be replaced by one of the same kind',
    kr: '같은 종류의 단말로만 교체할 수 있습니다',
  },
  'terminal.notWaiting': {
    cn: '终端已不在待接入列表中',
    en: 'The terminal is no longer waiting to be adopted',
    kr: '단말이 더 이상 등록 대기 중이 아닙니다',
  },
  'terminal.comesByHttp': {
    cn: '该终端通过未加密的 HTTP 连接，本站点只接受 HTTPS：请先把终端的服务器地址改为 https://',
    en: 'The terminal connects over plain HTTP, but this site requires HTTPS: first set its server address to https://',
    kr: '이 단말은 암호화되지 않은 HTTP로 접속합니다. 이 사이트는 HTTPS로만 접속할 수 있으므로 먼저 단말의 서버 주소를 https://로 바꾸세요',
  },
  'terminal.wrongSecret': {
    cn: '终端密钥错误',
    en: 'The secret of the terminal is wrong',
    kr: '단말 비밀 키가 올바르지 않습니다',
  },
  'terminal.wrongLogin': {
    cn: '账号或密码错误，或账号已停用',
    en: 'The account or password is wrong, or the account is disabled',
    kr: '계정 또는 비밀번호가 올바르지 않거나 계정이 사용 중지되었습니다',
  },
  'terminal.loggedOut': {
    cn: '账号的密码或状态已变更，请重新登录',
    en: 'The password or state of the account has changed. Log in again',
    kr: '계정의 비밀번호나 상태가 변경되었습니다. 다시 로그인하세요',
  },
  'terminal.codeInUse': {
    cn: '终端编号 {code} 已被使用',
    en: 'Terminal code {code} is already in use',
    kr: '단말 코드 {code}은(는) 이미 사용 중입니다',
  },
  'terminal.codeInUseFrom': {
    cn: '终端编号 {code} 已被地址 {address} 使用',
    en: 'Terminal code {code} is already in use from {address}',
    kr: '단말 코드 {code}은(는) 이미 {address}에서 사용 중입니다',
  },
  'terminal.wrongZonePassword': {
    cn: '分区编号或密码错误',
    en: 'The zone code or password is wrong',
    kr: '구역 코드 또는 비밀번호가 올바르지 않습니다',
  },
  'terminal.wrongPairingCode': {
    cn: '配对码无效或已过期',
    en: 'The pairing code is invalid or has expired',
    kr: '페어링 코드가 유효하지 않거나 만료되었습니다',
  },
  'terminal.cloudControlOff': {
    cn: '未开启云控',
    en: 'Cloud control is off',
    kr: '클라우드 제어가 꺼져 있습니다',
  },
  'terminal.busy': {
    cn: '终端正在执行其他操作',
    en: 'The terminal is busy with another operation',
    kr: '단말이 다른 동작을 수행 중입니다',
  },
  'terminal.noAnswer': {
    cn: '{name} - {code} 无响应',
    en: '{name} - {code} did not answer',
    kr: '{name} - {code} 응답이 없습니다',
  },
  'terminal.notSupported': {
    cn: '{name} - {code} 不支持此操作',
    en: '{name} - {code} does not support this',
    kr: '{name} - {code}: 이 동작을 지원하지 않습니다',
  },
  'terminal.failed': {
    cn: '{name} - {code} 操作失败：{reason}',
    en: '{name} - {code} failed: {reason}',
    kr: '{name} - {code}: 동작 실패: {reason}',
  },
  'terminal.protocol': {
    cn: '终端协议版本与服务器不一致，请升级终端程序',
    en: 'The protocol version of the terminal differs from that of the server: upgrade the terminal program',
    kr: '단말의 프로토콜 버전이 서버와 다릅니다. 단말 프로그램을 업그레이드하세요',
  },
  'terminal.tooManyWaiting': {
    cn: '等待接入的终端过多，请稍后重试',
    en: 'Too many terminals are waiting to be adopted. Try again later',
    kr: '등록 대기 중인 단말이 너무 많습니다. 잠시 후 다시 시도하세요',
  },
  'terminal.refused': {
    cn: '终端接入已被拒绝',
    en: 'The terminal was refused',
    kr: '단말 등록이 거부되었습니다',
  },
  'terminal.licenceLimit': {
    cn: '{role}数量已达授权上限 {limit}',
    en: 'All licences for {role} are in use: {limit}',
    kr: '{role} 라이선스 한도({limit})에 도달했습니다',
  },
  'terminal.groupDiffers': {
    cn: '组播组 {group} 已有音箱使用其他设置',
    en: 'Loudspeakers of the group {group} have other settings',
    kr: '그룹 {group}의 스피커는 다른 설정을 사용합니다',
  },
  'terminal.addressTaken': {
    cn: '地址 {address} 已被另一个音箱使用',
    en: 'Another loudspeaker already has the address {address}',
    kr: '다른 스피커가 이미 주소 {address}를 사용합니다',
  },
  'terminal.phoneTaken': {
    cn: '号码为 {number} 的电话已是另一个对讲终端',
    en: 'The phone {number} is another intercom terminal already',
    kr: '번호 {number}의 전화기는 이미 다른 통화 단말입니다',
  },
  'terminal.otherTelephone': {
    cn: '电话所属的电话系统不能更改，请删除后重新添加',
    en: 'The telephone system of a phone cannot be changed; delete the phone and add it again',
    kr: '전화기의 전화 시스템은 바꿀 수 없습니다. 삭제한 후 다시 추가하세요',
  },
  'terminal.levelTaken': {
    cn: '地址 {address} 已属于另一个组播组',
    en: 'The address {address} belongs to another group',
    kr: '주소 {address}는 다른 그룹에서 사용합니다',
  },
  'terminal.groupShared': {
    cn: '组播组 {group} 包含您分区之外的音箱',
    en: 'The group {group} has loudspeakers outside of your zones',
    kr: '그룹 {group}에 권한 밖 구역의 스피커가 있습니다',
  },
  'terminal.otherTransport': {
    cn: '自行连接的终端不能改为其他厂家的终端，反之亦然',
    en: 'A terminal that connects by itself cannot become one of another make, nor the reverse',
    kr: '직접 연결하는 단말은 타사 단말로 바꿀 수 없으며 그 반대도 마찬가지입니다',
  },
} as const satisfies Messages;
