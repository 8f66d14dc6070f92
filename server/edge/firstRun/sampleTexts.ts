import type { Texts } from '../../../contract/language.ts';

/** Texts of the sample site, which is made in the language of the person who asks for it. */
export const sampleTexts = {
  school: { cn: '示例学校', en: 'Sample school', kr: '예시 학교' },
  classrooms: { cn: '教学楼', en: 'Classrooms', kr: '교실동' },
  playground: { cn: '操场', en: 'Playground', kr: '운동장' },
  canteen: { cn: '食堂', en: 'Canteen', kr: '식당' },
  corridor: { cn: '教学楼走廊音箱', en: 'Speaker in the corridor', kr: '교실동 복도 스피커' },
  column: { cn: '操场音柱', en: 'Column at the playground', kr: '운동장 컬럼 스피커' },
  ceiling: { cn: '食堂吸顶音箱', en: 'Ceiling speaker of the canteen', kr: '식당 천장 스피커' },
  goodbye: { cn: '放学提醒', en: 'End of the school day', kr: '하교 안내' },
  goodbyeText: {
    cn: '同学们，放学时间到了。请关好门窗，带好随身物品，注意安全。',
    en: 'School is over for today. Please close the windows, take your things and get home safely.',
    kr: '하교 시간입니다. 창문을 닫고 소지품을 챙겨 안전하게 귀가하세요.',
  },
  timetable: { cn: '教学日作息', en: 'School day', kr: '수업일 시간표' },
  timetableDesc: {
    cn: '周一至周五的铃声与放学提醒',
    en: 'Bells and the end of the day, Monday to Friday',
    kr: '월요일부터 금요일까지의 종과 하교 안내',
  },
  lessonBegins: { cn: '第 {n} 节上课', en: 'Lesson {n} begins', kr: '{n}교시 시작' },
  lessonEnds: { cn: '第 {n} 节下课', en: 'Lesson {n} ends', kr: '{n}교시 끝' },
  evacuate: { cn: '疏散广播', en: 'Evacuation message', kr: '대피 방송' },
  evacuateText: {
    cn: '请注意，请立即从最近的安全出口离开，不要乘坐电梯。',
    en: 'Attention please. Leave the building by the nearest exit. Do not use the lifts.',
    kr: '안내 말씀드립니다. 가까운 비상구로 즉시 대피하고 승강기를 이용하지 마십시오.',
  },
  alarm: { cn: '教学楼疏散', en: 'Evacuate the classrooms', kr: '교실동 대피' },
  alarmDesc: {
    cn: '示例预案，只能手动启动',
    en: 'Sample plan, started by hand only',
    kr: '수동으로만 시작하는 예시 계획',
  },
} as const satisfies Record<string, Texts>;

/** Begin and end of the lessons. */
export const lessons = [
  ['08:00:00', '08:40:00'],
  ['08:50:00', '09:30:00'],
  ['10:00:00', '10:40:00'],
] as const;
