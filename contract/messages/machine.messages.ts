import type { Messages } from './types.ts';

/** Nodes of one system. */
export const nodeMessages = {
  'nodes.noLeaderTitle': { cn: '正在切换服务器', en: 'Servers are changing over', kr: '서버 전환 중' },
  'nodes.noLeader': {
    cn: '目前没有主服务器；另一台服务器会在几秒内接管，本页将自动重试。',
    en: 'No server leads at the moment. Another one takes over within seconds, and this page tries again by itself.',
    kr: '현재 주 서버가 없습니다. 몇 초 안에 다른 서버가 넘겨받으며 이 페이지는 자동으로 다시 시도합니다.',
  },
} as const satisfies Messages;

/** Standby server. */
export const pairMessages = {
  'pair.impossible': {
    cn: '目前无法接入备用服务器，原因见页面',
    en: 'No standby server can join at the moment; the page says why',
    kr: '지금은 예비 서버를 연결할 수 없습니다. 이유는 화면을 확인하세요',
  },
  'pair.hasPartner': {
    cn: '已有备用服务器和见证机，请先移除',
    en: 'There are a standby server and a witness already; remove one first',
    kr: '이미 예비 서버와 증인 컴퓨터가 있습니다. 먼저 제거하세요',
  },
  'pair.noPartner': {
    cn: '没有备用服务器',
    en: 'There is no standby server',
    kr: '예비 서버가 없습니다',
  },
  'pair.noWitness': {
    cn: '没有见证机',
    en: 'There is no witness',
    kr: '증인 컴퓨터가 없습니다',
  },
  'pair.noSplit': {
    cn: '没有待查看的更改，或备用服务器未连接',
    en: 'There are no such changes, or the standby server is not connected',
    kr: '확인할 변경이 없거나 예비 서버가 연결되어 있지 않습니다',
  },
  'pair.handingOver': {
    cn: '正在切换到备用服务器，请稍后重试',
    en: 'The standby server is taking over; try again in a moment',
    kr: '예비 서버가 인계받는 중입니다. 잠시 후 다시 시도하세요',
  },
  'pair.standbyTitle': { cn: '备用服务器', en: 'Standby server', kr: '예비 서버' },
  'pair.standbyWhy': {
    cn: '本机跟随主服务器，不提供控制台，终端也不连接本机。',
    en: 'This machine follows the leading server. It serves no console and no terminals.',
    kr: '이 컴퓨터는 주 서버를 따라갑니다. 콘솔과 단말에는 서비스하지 않습니다.',
  },
  'pair.stage_copying': { cn: '正在复制数据库', en: 'Copying the database', kr: '데이터베이스 복사 중' },
  'pair.stage_following': { cn: '正在同步', en: 'Following', kr: '동기화 중' },
  'pair.stage_waiting': {
    cn: '已有副本，暂未收到更改',
    en: 'Has a copy; receives no changes at the moment',
    kr: '복사본 있음, 현재 변경 수신 없음',
  },
  'pair.stage_lost': {
    cn: '与主服务器失去连接',
    en: 'No connection to the leading server',
    kr: '주 서버와 연결 끊김',
  },
  'pair.takeOverHow': {
    cn: '主服务器故障时，在本机运行以下命令接管：',
    en: 'If the leading server has failed, let this machine take over:',
    kr: '주 서버가 고장 나면 이 컴퓨터에서 다음 명령으로 인계받습니다:',
  },
} as const satisfies Messages;

/** Relays of remote places. */
export const relayMessages = {
  'relay.otherZone': {
    cn: '此终端不属于中继器“{name}”的分区，请通过所在分区的中继器或直接连接服务器',
    en: 'This terminal is not in the zone of the relay “{name}”. Connect it through the relay of its zone, or to the server',
    kr: '이 단말은 중계기 “{name}”의 구역에 속하지 않습니다. 해당 구역의 중계기 또는 서버에 연결하세요',
  },
  'relay.notFound': { cn: '中继器不存在', en: 'There is no such relay', kr: '중계기가 없습니다' },
  'relay.noHttps': {
    cn: '服务器未开启 HTTPS，中继器无法接入',
    en: 'HTTPS is switched off at the server; a relay needs it',
    kr: '서버의 HTTPS가 꺼져 있어 중계기를 연결할 수 없습니다',
  },
  'relay.nameTaken': {
    cn: '已有同名中继器',
    en: 'There is a relay of this name already',
    kr: '같은 이름의 중계기가 이미 있습니다',
  },
} as const satisfies Messages;

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
  'relayConsole.plans': { cn: '报警预案', en: 'Alarm plans', kr: '비상방송 시나리오' },
  'relayConsole.noPlans': { cn: '没有报警预案', en: 'No alarm plans', kr: '비상방송 시나리오 없음' },
  'relayConsole.playing': { cn: '正在播放', en: 'Playing', kr: '재생 중' },
  'relayConsole.quiet': { cn: '没有广播', en: 'No broadcast', kr: '방송 없음' },
  'relayConsole.ask': { cn: '{action}“{name}”？', en: '{action} “{name}”?', kr: '“{name}”: {action}?' },
  'relayConsole.askStopAll': {
    cn: '停止此处的全部广播？',
    en: 'Stop all broadcasts here?',
    kr: '여기의 모든 방송을 정지할까요?',
  },
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
  'relayConsole.do.unsilence': { cn: '恢复声音', en: 'Unmute', kr: '음소거 해제' },
  'relayConsole.do.step': { cn: '下一步', en: 'Next step', kr: '다음 단계' },
  'relayConsole.do.stop': { cn: '停止', en: 'Stop', kr: '정지' },
  'relayConsole.do.reset': { cn: '复位', en: 'Reset', kr: '복구' },
} as const satisfies Messages;
