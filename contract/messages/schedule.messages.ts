import type { Messages } from './types.ts';

/** Plans and scheduled tasks. */
export const scheduleMessages = {
  'schedule.planNotFound': {
    cn: '计划不存在或已被删除',
    en: 'This plan does not exist',
    kr: '존재하지 않는 계획입니다',
  },
  'schedule.tooManyTasks': {
    cn: '最多可建立 {max} 个任务',
    en: 'There can be at most {max} tasks',
    kr: '작업은 최대 {max}개까지 만들 수 있습니다',
  },
  'schedule.noneNamed': {
    cn: '此处没有“{name}”',
    en: 'There is no “{name}” here',
    kr: '여기에 “{name}”이(가) 없습니다',
  },
  'schedule.doneNowhere': {
    cn: '没有终端执行“{name}”，原因见任务日志',
    en: 'No terminal executed “{name}”; see the task log for the reason',
    kr: '“{name}”을(를) 실행한 단말이 없습니다. 사유는 작업 로그에 있습니다',
  },
  'schedule.calendarUnreadable': {
    cn: '无法读取日历，请使用 ICS 文件',
    en: 'The calendar cannot be read; use an ICS file',
    kr: '달력을 읽을 수 없습니다. ICS 파일을 사용하세요',
  },
  'schedule.noDayType': {
    cn: '计划中没有“{name}”的日类型',
    en: 'The plan does not have the day types of “{name}”',
    kr: '계획에 “{name}”의 일과 유형이 없습니다',
  },
  'schedule.dayTypeInUse': {
    cn: '日类型“{name}”仍有 {tasks} 个任务使用，请先在作息表中取消',
    en: 'The day type “{name}” is used by {tasks} tasks; remove it from them first',
    kr: '일과 유형 “{name}”을(를) 쓰는 작업이 {tasks}개 있습니다. 먼저 시간표에서 빼세요',
  },
  'schedule.noExam': {
    cn: '“{name}”不是考试计划',
    en: '“{name}” is no exam',
    kr: '“{name}”은(는) 시험 계획이 아닙니다',
  },
  'schedule.dayOver': {
    cn: '日期已变更，请重新预览',
    en: 'A new day has begun: look at the preview again',
    kr: '날짜가 바뀌었습니다. 미리보기를 다시 확인하세요',
  },
  'schedule.rangeTooLong': {
    cn: '时间范围最多 {days} 天',
    en: 'The range may be at most {days} days',
    kr: '기간은 최대 {days}일입니다',
  },
} as const satisfies Messages;
