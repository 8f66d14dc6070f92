import type { Texts } from '../language.ts';

/**
 * Words for codes in the files that the server writes (CSV exports of logs), the same as in the console: a test
 * compares these texts with those of the locales.
 */
export type Words = Readonly<Record<string, Texts>>;

/** Kinds of tasks (contract/codes.ts `taskType`). */
export const taskTypeWords: Words = {
  0: { cn: '定时任务', en: 'Scheduled', kr: '예약 작업' },
  1: { cn: '实时任务', en: 'Real-time', kr: '실시간 작업' },
  2: { cn: '分控讲话', en: 'Caster shout', kr: '페이징 콘솔 방송' },
  3: { cn: '报警任务', en: 'Alarm task', kr: '경보 작업' },
  4: { cn: '小程序讲话', en: 'Mini-program shout', kr: '미니 프로그램 안내 방송' },
  5: { cn: 'URL 音频播放', en: 'URL audio playback', kr: 'URL 오디오 재생' },
  6: { cn: '同步 TTS 播报', en: 'Synchronous TTS broadcast', kr: '동기 TTS 방송' },
  7: { cn: '采集任务', en: 'Capturer task', kr: '수집 작업' },
  10: { cn: '控制任务', en: 'Control task', kr: '제어 작업' },
  888: { cn: '双向通话', en: 'Two-way call', kr: '양방향 통화' },
};

/** Audio sources (contract/codes.ts `audioSource`). */
export const audioSourceWords: Words = {
  0: { cn: '媒体文件', en: 'Media file', kr: '미디어 파일' },
  1: { cn: 'TTS 文本', en: 'TTS text', kr: 'TTS 텍스트' },
  2: { cn: '电台', en: 'Radio', kr: '라디오' },
  3: { cn: '采集器', en: 'Capturer', kr: '수집기' },
  4: { cn: '微信小程序', en: 'WeChat mini program', kr: '위챗 미니 프로그램' },
  5: { cn: 'URL', en: 'URL', kr: 'URL' },
  99: { cn: '话筒', en: 'Microphone', kr: '마이크' },
  100: { cn: '无', en: 'None', kr: '없음' },
  101: { cn: '控制任务', en: 'Control task', kr: '제어 작업' },
};

/** Results of a run (contract/codes.ts `runResult`); `on_air`: the run has not ended. */
export const runResultWords: Words = {
  on_air: { cn: '播放中', en: 'On the air', kr: '방송 중' },
  finished: { cn: '播放完成', en: 'Finished', kr: '재생 완료' },
  stopped: { cn: '手动停止', en: 'Stopped manually', kr: '수동 정지' },
  no_targets: { cn: '没有剩余终端', en: 'No terminals left', kr: '남은 단말 없음' },
  source: { cn: '音源失败', en: 'Source failed', kr: '음원 오류' },
  time: { cn: '到时结束', en: 'Time elapsed', kr: '시간 종료' },
  hung_up: { cn: '讲话人结束', en: 'Ended by the speaker', kr: '발언자가 종료' },
  denied: { cn: '权限被收回', en: 'Permission withdrawn', kr: '권한 회수' },
  alarm: { cn: '随报警结束', en: 'Ended with its alarm', kr: '경보와 함께 종료' },
  released: { cn: '触发解除', en: 'Trigger ended', kr: '시작 조건 해제' },
  replaced: { cn: '后续接替', en: 'Replaced by its successor', kr: '다음 재생으로 교체' },
  tested: { cn: '自检结束', en: 'Test finished', kr: '점검 종료' },
  outage: { cn: '停机期间到时', en: 'Ended during an outage', kr: '중단 중 시간 종료' },
  missed: { cn: '漏播', en: 'Missed', kr: '누락' },
  failed: { cn: '无法开始', en: 'Could not start', kr: '시작 실패' },
  done: { cn: '已执行', en: 'Executed', kr: '실행됨' },
  offline: { cn: '离线播放', en: 'Played offline', kr: '오프라인 재생' },
};

/** Reasons why a terminal plays or is silent; `{by}` and the like are the parameters of the reason. */
export const reasonWords: Words = {
  free: { cn: '当前没有广播', en: 'No broadcast', kr: '현재 방송 없음' },
  paused: { cn: '已暂停', en: 'paused', kr: '일시 정지됨' },
  stopped: { cn: '已手动停止', en: 'stopped manually', kr: '수동으로 정지됨' },
  preempting: { cn: '打断 {over}', en: 'pre-empts {over}', kr: '{over} 중단시킴' },
  preempted: { cn: '被 {by} 打断', en: 'pre-empted by {by}', kr: '{by}에 의해 중단됨' },
  waiting: { cn: '在 {by} 之后等待', en: 'waiting behind {by}', kr: '{by} 다음 순서 대기' },
  behind_relay: {
    cn: '中继器 {relay} 未连接：状态未知',
    en: 'behind the relay {relay}, which is not connected: state unknown',
    kr: '중계기 {relay} 연결 안 됨: 상태를 알 수 없음',
  },
  offline: { cn: '{time} 起心跳中断', en: 'No heartbeat since {time}', kr: '{time}부터 응답 없음' },
  offline_unknown: { cn: '心跳中断', en: 'No heartbeat', kr: '응답 없음' },
  lost_while_playing: {
    cn: '{time} 起心跳中断；断前播放 {task}',
    en: 'No heartbeat since {time}; was playing {task}',
    kr: '{time}부터 응답 없음, {task} 재생 중이었음',
  },
  locked: {
    cn: '浏览器等待点击后才能发声',
    en: 'the browser needs a click before it can play sound',
    kr: '브라우저에서 클릭해야 소리가 납니다',
  },
  unsynced: {
    cn: '时钟同步中，尚未发声',
    en: 'not synchronised yet: its clock is being set',
    kr: '시계 동기화 중이라 아직 출력 없음',
  },
  silent: {
    cn: '应有声，电平 {level}',
    en: 'expected to sound; level {level}',
    kr: '소리가 나야 함, 레벨 {level}',
  },
  sent: { cn: '已发送，未确认', en: 'sent, not confirmed', kr: '전송됨, 확인되지 않음' },
  answered: {
    cn: '呼叫已接通，未确认发声',
    en: 'call answered, sound not confirmed',
    kr: '통화 연결됨, 소리는 확인되지 않음',
  },
  calling: { cn: '正在呼叫', en: 'being called', kr: '호출 중' },
  ringing: { cn: '振铃中，尚未接听', en: 'ringing, not answered yet', kr: '벨 울림, 아직 응답 없음' },
  call_refused: {
    cn: '拒绝呼叫（{protocol} {status}）',
    en: 'refused the call ({protocol} {status})',
    kr: '호출을 거부함 ({protocol} {status})',
  },
  call_busy: {
    cn: '忙（{protocol} {status}）',
    en: 'busy ({protocol} {status})',
    kr: '사용 중 ({protocol} {status})',
  },
  group_busy: {
    cn: '其组播组正在播放另一个广播',
    en: 'its multicast group plays another broadcast',
    kr: '멀티캐스트 그룹이 다른 방송을 재생 중',
  },
  start_waits: {
    cn: '等待需呼叫的音箱接通后一起开始',
    en: 'waits to begin together with the loudspeakers that are called',
    kr: '호출 중인 스피커와 함께 시작하려고 대기 중',
  },
  no_report: {
    cn: '没有有效上报，无法确认是否发声',
    en: 'no valid report: playback is not confirmed',
    kr: '유효한 보고가 없어 소리가 나는지 알 수 없음',
  },
  no_level: {
    cn: '在播放，但声卡输出为静音，电平 {level}',
    en: 'playing, but the output is silent; level {level}',
    kr: '재생 중이지만 사운드 카드로 무음이 나감, 레벨 {level}',
  },
  telephone_away: {
    cn: '无法连接电话系统“{telephone}”',
    en: 'not reached: telephone system “{telephone}”',
    kr: '연결할 수 없음: 전화 시스템 “{telephone}”',
  },
  telephone_off: {
    cn: '已停用：电话系统“{telephone}”',
    en: 'switched off: telephone system “{telephone}”',
    kr: '사용 중지됨: 전화 시스템 “{telephone}”',
  },
  telephone_refused: {
    cn: '注册被拒绝：电话系统“{telephone}”',
    en: 'registration refused: telephone system “{telephone}”',
    kr: '등록 거부됨: 전화 시스템 “{telephone}”',
  },
  never_seen: { cn: '从未上线', en: 'Never online', kr: '아직 온라인 상태가 된 적이 없습니다' },
  missed: {
    cn: '到点时服务器未运行',
    en: 'the server was not running at the scheduled time',
    kr: '예정 시각에 서버가 작동하지 않음',
  },
  failed: { cn: '未能执行', en: 'could not be executed', kr: '실행하지 못함' },
  unsupported: {
    cn: '终端不支持此操作',
    en: 'not supported by the terminal',
    kr: '단말이 지원하지 않는 동작',
  },
  source_silent: {
    cn: '音源没有声音送来',
    en: 'no sound from the source',
    kr: '음원에서 소리가 오지 않음',
  },
  muted: { cn: '音量为 0', en: 'volume is 0', kr: '음량이 0임' },
  off: { cn: '已关闭功放', en: 'switched off', kr: '앰프가 꺼져 있음' },
  moved: {
    cn: '已不在 {task} 的范围内',
    en: 'no longer a target of {task}',
    kr: '더 이상 {task}의 범위에 없음',
  },
  ducking: { cn: '压低 {over} 的音量', en: 'ducks {over}', kr: '{over} 음량 낮춤' },
  ducked: { cn: '在 {by} 播报期间压低音量', en: 'ducked under {by}', kr: '{by} 방송 중 음량 낮춤' },
};

/** Actions of the audit log. */
export const auditActionWords: Words = {
  create: { cn: '新建', en: 'Created', kr: '생성' },
  edit: { cn: '修改', en: 'Changed', kr: '변경' },
  delete: { cn: '删除', en: 'Deleted', kr: '삭제' },
  password: { cn: '修改密码', en: 'Password changed', kr: '비밀번호 변경' },
  password_reset: { cn: '重置密码', en: 'Password reset', kr: '비밀번호 재설정' },
  session_end: { cn: '结束会话', en: 'Session ended', kr: '세션 종료' },
  acknowledge: { cn: '确认', en: 'Acknowledged', kr: '확인' },
  adopt: { cn: '接入', en: 'Adopted', kr: '등록' },
  replace: { cn: '替换', en: 'Replaced', kr: '교체' },
  enrol: { cn: '自行注册', en: 'Enrolled itself', kr: '자체 등록' },
  refuse: { cn: '拒绝', en: 'Refused', kr: '거부' },
  restart: { cn: '重启', en: 'Restarted', kr: '재시작' },
  identify: { cn: '识别', en: 'Identified', kr: '식별' },
  order: { cn: '排序', en: 'Reordered', kr: '순서 변경' },
  start: { cn: '启动', en: 'Started', kr: '시작' },
  pause: { cn: '暂停', en: 'Paused', kr: '일시 정지' },
  resume: { cn: '继续', en: 'Resumed', kr: '재개' },
  stop: { cn: '停止', en: 'Stopped', kr: '정지' },
  listen: { cn: '监听', en: 'Listened', kr: '청취' },
  download: { cn: '下载', en: 'Downloaded', kr: '다운로드' },
  enable: { cn: '启用', en: 'Enabled', kr: '사용' },
  disable: { cn: '停用', en: 'Disabled', kr: '사용 중지' },
  build: { cn: '重新生成', en: 'Rebuilt', kr: '다시 생성' },
  grant: { cn: '授权', en: 'Granted', kr: '라이선스 부여' },
  login: { cn: '登录', en: 'Logged in', kr: '로그인' },
  logout: { cn: '退出登录', en: 'Logged out', kr: '로그아웃' },
  power_on: { cn: '开启电源', en: 'Switched on', kr: '전원 켬' },
  power_off: { cn: '关闭电源', en: 'Switched off', kr: '전원 끔' },
  call: { cn: '呼叫', en: 'Called', kr: '호출' },
  hang_up: { cn: '挂断', en: 'Hung up', kr: '통화 종료' },
  talk: { cn: '讲话', en: 'Paged', kr: '방송' },
  output_hold: { cn: '保持输出', en: 'Output held on', kr: '출력 유지' },
  output_off: { cn: '释放输出', en: 'Output released', kr: '출력 해제' },
  output_pulse: { cn: '脉冲输出', en: 'Output pulsed', kr: '출력 펄스' },
  test_on: { cn: '开启测试模式', en: 'Test mode on', kr: '시험 모드 켬' },
  test_off: { cn: '关闭测试模式', en: 'Test mode off', kr: '시험 모드 끔' },
  retry: { cn: '已重试', en: 'Retried', kr: '재시도함' },
  cancel: { cn: '已取消', en: 'Cancelled', kr: '취소함' },
  dial: { cn: '拨号', en: 'Dialled', kr: '발신' },
  set_server: { cn: '设置服务器参数', en: 'Server parameters set', kr: '서버 매개변수 설정' },
  login_failed: { cn: '密码错误', en: 'Wrong password', kr: '잘못된 비밀번호' },
  set_buffalo: { cn: '设置远程管理', en: 'Remote administration set', kr: '원격 관리 설정' },
  remote_log: { cn: '远程读取日志', en: 'Log read remotely', kr: '로그 원격 조회' },
  remote_network: {
    cn: '远程读取网络状态',
    en: 'Network state read remotely',
    kr: '네트워크 상태 원격 조회',
  },
  remote_restart: { cn: '远程重启', en: 'Restarted remotely', kr: '원격 재시작' },
  take_over: { cn: '接管', en: 'Took over', kr: '인계받음' },
  reset: { cn: '复位', en: 'Reset', kr: '복구' },
  silence: { cn: '静音', en: 'Silenced', kr: '음소거' },
  unsilence: { cn: '恢复声音', en: 'Unmuted', kr: '음소거 해제' },
  step: { cn: '进入下一步', en: 'Next step', kr: '다음 단계 실행' },
  revoke: { cn: '收回', en: 'Revoked', kr: '회수' },
  open: { cn: '打开', en: 'Opened', kr: '열림' },
  volume: { cn: '设置音量', en: 'Volume set', kr: '음량 설정' },
  files: { cn: '更改播放列表', en: 'Playlist changed', kr: '재생 목록 변경' },
  listen_end: { cn: '结束监听', en: 'Stopped listening', kr: '청취 중지' },
};
