import type { Messages } from './types.ts';

/** Emergency console that a relay serves while its line is cut. */
export const relayConsoleMessages = {
  'relayConsole.title': { cn: '应急控制台', en: 'Emergency console', kr: '비상 콘솔' },
  'relayConsole.lineUp': {
    cn: '与服务器的线路正常，请使用服务器的控制台',
    en: 'The line to the server is up. Use the console of the server',
    kr: '서버와 연결되어 있습니다. 서버의 콘솔을 사용하세요',
  },
  'relayConsole.noPlan': {
    cn: '此中继器尚未从服务器取得数据',
    en: 'This relay has no data of the server yet',
    kr: '이 중계기에 서버의 데이터가 아직 없습니다',
  },
  'relayConsole.lineCut': {
    cn: '与服务器的线路中断，终端由此中继器服务',
    en: 'The line to the server is cut. This relay serves the terminals',
    kr: '서버와의 연결이 끊겼습니다. 이 중계기가 단말을 제어합니다',
  },
  'relayConsole.account': { cn: '账号', en: 'Account', kr: '계정' },
  'relayConsole.password': { cn: '密码', en: 'Password', kr: '비밀번호' },
  'relayConsole.login': { cn: '登录', en: 'Log in', kr: '로그인' },
  'relayConsole.logout': { cn: '退出登录', en: 'Log out', kr: '로그아웃' },
  'relayConsole.expired': {
    cn: '离线时间过长，此处保存的账号已过期',
    en: 'The accounts stored here have expired: the line has been cut for too long',
    kr: '오프라인 기간이 길어 여기에 저장된 계정이 만료되었습니다',
  },
  'relayConsole.terminals': {
    cn: '终端：{online} / {total} 在线',
    en: 'Terminals: {online} of {total} connected',
    kr: '단말: {total}대 중 {online}대 연결됨',
  },
  'relayConsole.plans': { cn: '报警预案', en: 'Alarm plans', kr: '경보 계획' },
  'relayConsole.noPlans': { cn: '没有报警预案', en: 'No alarm plans', kr: '경보 계획 없음' },
  'relayConsole.playing': { cn: '正在播放', en: 'Playing', kr: '재생 중' },
  'relayConsole.quiet': { cn: '没有广播', en: 'No broadcast', kr: '방송 없음' },
  'relayConsole.stopAll': { cn: '全部停止', en: 'Stop all', kr: '모두 정지' },
  'relayConsole.noPermission': {
    cn: '没有此操作的权限',
    en: 'You do not have the permission for this',
    kr: '이 작업의 권한이 없습니다',
  },
  'relayConsole.notNow': {
    cn: '目前状态不允许此操作',
    en: 'This is not possible in the present state',
    kr: '현재 상태에서는 할 수 없습니다',
  },
  'relayConsole.inputActive': {
    cn: '输入仍处于触发状态',
    en: 'An input is still active',
    kr: '입력이 아직 활성 상태입니다',
  },
  'relayConsole.done': { cn: '已执行', en: 'Done', kr: '처리되었습니다' },
  'relayConsole.not_started': { cn: '未启动', en: 'Not started', kr: '시작 전' },
  'relayConsole.starting': { cn: '启动中', en: 'Starting', kr: '시작 중' },
  'relayConsole.alarming': { cn: '报警中', en: 'In alarm', kr: '경보 중' },
  'relayConsole.reset': { cn: '已复位', en: 'Reset', kr: '복구됨' },
  'relayConsole.acknowledged': { cn: '已确认', en: 'acknowledged', kr: '확인됨' },
  'relayConsole.silenced': { cn: '已静音', en: 'silenced', kr: '음소거됨' },
  'relayConsole.do.start': { cn: '启动', en: 'Start', kr: '시작' },
  'relayConsole.do.acknowledge': { cn: '确认', en: 'Acknowledge', kr: '확인' },
  'relayConsole.do.silence': { cn: '静音', en: 'Silence', kr: '음소거' },
  'relayConsole.do.unsilence': { cn: '取消静音', en: 'Unsilence', kr: '음소거 해제' },
  'relayConsole.do.step': { cn: '下一步', en: 'Next step', kr: '다음 단계' },
  'relayConsole.do.stop': { cn: '停止', en: 'Stop', kr: '정지' },
  'relayConsole.do.reset': { cn: '复位', en: 'Reset', kr: '복구' },
} as const satisfies Messages;
