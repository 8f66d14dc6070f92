import type { Messages } from './types.ts';

/** Alarm plans, linkage and GPIO tasks, inputs and outputs. */
export const alarmMessages = {
  'alarm.planNotFound': {
    cn: '报警预案不存在，或不在您的分区内',
    en: 'This alarm plan does not exist or is outside your zones',
    kr: '비상방송 시나리오가 없거나 담당 구역에 없습니다',
  },
  'alarm.nothingToHear': {
    cn: '请先选择提示音或报警语音',
    en: 'Select a tone or a message first',
    kr: '주의음이나 내용을 먼저 선택하세요',
  },
  'alarm.byHandSoundOnly': {
    cn: '只有带声音的联动任务可以手动播放',
    en: 'Only linkage tasks with sound can be played manually',
    kr: '소리가 있는 연동 작업만 수동으로 재생할 수 있습니다',
  },
  'alarm.notByHand': {
    cn: '“{name}”没有在手动播放',
    en: '“{name}” is not being played manually',
    kr: '“{name}”은(는) 수동 재생 중이 아닙니다',
  },
  'alarm.libraryDiffers': {
    cn: '媒体库中的内容已不是保存任务时的内容',
    en: 'The library no longer contains the item that was saved with the task',
    kr: '라이브러리의 내용이 작업을 저장할 때와 다릅니다',
  },
  'alarm.planElsewhere': {
    cn: '您管理的分区以外的 {count} 个预案也使用“{name}”：所播内容只能由管理这些分区的人员更改',
    en: '“{name}” is used by plans outside your zones ({count}): only accounts for these zones can change what it plays',
    kr: '담당 구역 밖의 시나리오 {count}개도 “{name}”을(를) 사용합니다. 방송 내용은 해당 구역을 담당하는 사람만 변경할 수 있습니다',
  },
  'alarm.outsideZone': {
    cn: '所用的 {name} 不在预案所属的分区内',
    en: '{name} is outside the zone of this item',
    kr: '{name}이(가) 이 항목이 속한 구역 안에 없습니다',
  },
  'alarm.outsideZoneUnseen': {
    cn: '与此项相关的内容中，有您管理的分区以外、且不在此项所属分区内的项目',
    en: 'This refers to something outside both your zones and the zone of this item',
    kr: '이 항목과 연결된 것 중 담당 구역 밖에 있으면서 이 항목이 속한 구역 안에 없는 것이 있습니다',
  },
  'alarm.stateForbids': {
    cn: '预案“{name}”当前状态下不能执行此操作',
    en: 'Not possible in the current state of “{name}”',
    kr: '“{name}”의 현재 상태에서는 할 수 없습니다',
  },
  'alarm.inputActive': {
    cn: '输入 {inputs} 仍处于触发状态，不能复位',
    en: 'Input {inputs} is still active: reset is not possible',
    kr: '입력 {inputs}이(가) 아직 동작 중이라 복구할 수 없습니다',
  },
  'alarm.done': { cn: '此操作已执行', en: 'This has already been done', kr: '이미 처리되었습니다' },
  'alarm.outputHeld': {
    cn: '输出由“{name}”占用，不能手动关闭',
    en: '“{name}” holds this output: it cannot be switched off manually',
    kr: '“{name}”이(가) 이 출력을 유지하고 있어 수동으로 끌 수 없습니다',
  },
  'alarm.taskInAlarm': {
    cn: '报警正在运行“{name}”，不能手动停止',
    en: 'An alarm runs “{name}”: it cannot be stopped manually',
    kr: '경보가 “{name}”을(를) 실행 중이라 수동으로 정지할 수 없습니다',
  },
  'alarm.noSuchInput': {
    cn: '终端没有输入 {input}',
    en: 'The terminal has no input {input}',
    kr: '단말에 입력 {input}이(가) 없습니다',
  },
  'alarm.noTargets': {
    cn: '预案“{name}”没有可以广播的终端',
    en: '“{name}” reaches no terminal',
    kr: '“{name}”이(가) 방송할 단말이 없습니다',
  },
} as const satisfies Messages;
