import type { Messages } from './types.ts';

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
