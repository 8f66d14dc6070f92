import type { Messages } from './types.ts';

/** Reasons why a radio station or another stream URL cannot be played. */
export const radioMessages = {
  'radio.unknownHost': {
    cn: '找不到该主机名',
    en: 'The host name was not found',
    kr: '호스트 이름을 찾을 수 없습니다',
  },
  'radio.refused': { cn: '服务器拒绝连接', en: 'The connection was refused', kr: '연결이 거부되었습니다' },
  'radio.unreachable': {
    cn: '无法连接服务器',
    en: 'The server cannot be reached',
    kr: '서버에 연결할 수 없습니다',
  },
  'radio.timeout': { cn: '服务器未及时响应', en: 'No response in time', kr: '응답 시간이 초과되었습니다' },
  'radio.certificate': {
    cn: '服务器的证书无效',
    en: 'The certificate of the server is invalid',
    kr: '서버 인증서가 유효하지 않습니다',
  },
  'radio.addressRefused': {
    cn: '不允许连接该地址（本机或链路本地地址）',
    en: 'This address is not permitted (the server itself, or link-local)',
    kr: '사용할 수 없는 주소입니다(서버 자신 또는 링크 로컬)',
  },
  'radio.status': {
    cn: '服务器返回 HTTP {status}',
    en: 'The server responded with HTTP {status}',
    kr: '서버가 HTTP {status}(으)로 응답했습니다',
  },
  'radio.redirects': { cn: '重定向次数过多', en: 'Too many redirects', kr: '리디렉션이 너무 많습니다' },
  'radio.notAudio': {
    cn: '该地址没有可播放的音频',
    en: 'There is no playable sound at this address',
    kr: '재생할 수 있는 오디오가 없습니다',
  },
  'radio.encrypted': {
    cn: '流已加密，无法播放',
    en: 'The stream is encrypted and cannot be played',
    kr: '암호화된 스트림은 재생할 수 없습니다',
  },
  'radio.cut': { cn: '连接已中断', en: 'The connection was interrupted', kr: '연결이 끊어졌습니다' },
  'radio.silent': {
    cn: '未收到音频数据',
    en: 'No sound was received',
    kr: '오디오 데이터가 오지 않았습니다',
  },
  'radio.decoder': {
    cn: '解码失败，解码进程已停止',
    en: 'Decoding failed and was stopped',
    kr: '디코딩에 실패하여 중지되었습니다',
  },
  'radio.inUse': {
    cn: '“{name}”正在播放，请先停止任务',
    en: '“{name}” is on the air: stop the task first',
    kr: '“{name}”이(가) 재생 중입니다. 먼저 작업을 정지하세요',
  },
} as const satisfies Messages;
