import type { Messages } from './types.ts';

/** Tasks, plans, broadcasts and alarms. */
export const broadcastMessages = {
  'broadcast.stopRealTimeFirst': {
    cn: '请先停止实时任务',
    en: 'Please stop the real-time task first',
    kr: '먼저 실시간 작업을 정지하세요',
  },
  'broadcast.lastItem': {
    cn: '无法删除最后一个',
    en: 'Unable to delete the last one',
    kr: '마지막 항목은 삭제할 수 없습니다',
  },
  'broadcast.listNotEmptyWhilePlaying': {
    cn: '实时任务播放中，不能清空列表',
    en: 'The list cannot be emptied while a real-time task plays',
    kr: '실시간 작업이 재생되는 동안에는 목록을 비울 수 없습니다',
  },
  'broadcast.alarmInProgress': {
    cn: '报警中，当前不可修改',
    en: 'Alarm in progress, currently not modifiable',
    kr: '경보 진행 중이므로 현재 수정할 수 없습니다',
  },
  'broadcast.testTone': {
    cn: '测试音',
    en: 'Test tone',
    kr: '시험음',
  },
  'broadcast.taskNotFound': {
    cn: '任务不存在或已被删除',
    en: 'This task does not exist',
    kr: '존재하지 않는 작업입니다',
  },
  'broadcast.alreadyRunning': {
    cn: '任务“{name}”正在执行',
    en: 'The task “{name}” is already running',
    kr: '작업 “{name}”이(가) 이미 실행 중입니다',
  },
  'broadcast.notRunning': {
    cn: '任务“{name}”未在执行',
    en: 'The task “{name}” is not running',
    kr: '작업 “{name}”이(가) 실행 중이 아닙니다',
  },
  'broadcast.stoppedBeforeStart': {
    cn: '任务“{name}”在开始前已被停止',
    en: 'The task “{name}” was stopped before it began',
    kr: '작업 “{name}”은(는) 시작되기 전에 정지되었습니다',
  },
  'broadcast.targetsBusy': {
    cn: '{terminals} 个终端正忙：{tasks}',
    en: 'Terminals that are busy: {terminals}. They play {tasks}',
    kr: '사용 중인 단말 {terminals}대: {tasks}',
  },
  'broadcast.queueFull': {
    cn: '排队的广播过多，请稍后再试',
    en: 'Too many starts are waiting, please try again later',
    kr: '대기 중인 방송이 너무 많습니다. 잠시 후 다시 시도하세요',
  },
  'broadcast.waitExpired': {
    cn: '等待 {seconds} 秒后终端仍未空闲',
    en: 'Its terminals were not free within {seconds} s',
    kr: '{seconds}초 안에 단말이 비워지지 않았습니다',
  },
  'broadcast.attemptsExpired': {
    cn: '{attempts} 次等待（每次 {seconds} 秒）后终端仍未空闲',
    en: 'Its terminals were not free in {attempts} attempts of {seconds} s each',
    kr: '{seconds}초씩 {attempts}회 기다렸지만 단말이 비워지지 않았습니다',
  },
  'broadcast.waitCancelled': {
    cn: '等待期间已被取消',
    en: 'It was cancelled while it waited',
    kr: '대기 중에 취소되었습니다',
  },
  'broadcast.waitCancelledBy': {
    cn: '等待期间被 {name} 取消',
    en: 'It was cancelled by {name} while it waited',
    kr: '대기 중에 {name}이(가) 취소했습니다',
  },
  'broadcast.alreadyWaits': {
    cn: '任务“{name}”已在排队',
    en: 'The task “{name}” waits in the queue already',
    kr: '작업 “{name}”은(는) 이미 대기열에 있습니다',
  },
  'broadcast.notQueued': {
    cn: '该广播已不在队列中',
    en: 'This start does not wait any more',
    kr: '더 이상 대기 중이 아닙니다',
  },
  'broadcast.noDevices': {
    cn: '任务没有可播放的终端',
    en: 'The task has no terminals to play at',
    kr: '재생할 단말이 없는 작업입니다',
  },
  'broadcast.nothingToPlay': {
    cn: '任务没有可播放的内容',
    en: 'The task has nothing to play',
    kr: '재생할 콘텐츠가 없는 작업입니다',
  },
  'broadcast.actionNotAllowed': {
    cn: '当前播放状态不允许此操作',
    en: 'The playback state does not allow this',
    kr: '현재 재생 상태에서는 수행할 수 없습니다',
  },
  'broadcast.sourceNotAvailable': {
    cn: '音源不可用：{reason}',
    en: 'The source cannot be used: {reason}',
    kr: '음원을 사용할 수 없습니다: {reason}',
  },
  'broadcast.alarmInputActive': {
    cn: '报警输入 {inputs} 仍处于触发状态，不能复位',
    en: 'Inputs {inputs} are still active, so the alarm cannot be reset',
    kr: '경보 입력 {inputs}이(가) 아직 동작 중이므로 복구할 수 없습니다',
  },
  'broadcast.alarmActionNotAllowed': {
    cn: '当前报警状态不允许此操作',
    en: 'The state of the alarm does not allow this',
    kr: '현재 경보 상태에서는 수행할 수 없습니다',
  },
} as const satisfies Messages;
