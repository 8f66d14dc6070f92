import type { Messages } from './types.ts';

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
