import type { Plan } from '../../contract/entities/tasks/plan.ts';
import type { Call } from './api.ts';

/** Begin and end of the lessons of a school day. */
const lessons = [
  ['08:00', '08:40'],
  ['08:50', '09:30'],
  ['10:00', '10:40'],
  ['10:50', '11:30'],
  ['14:00', '14:40'],
  ['14:50', '15:30'],
] as const;

/** Lessons of a short day: the afternoon is free. */
const SHORT_LESSONS = 4;

const dayTypes = [
  { id: 1, name: '正常', weekdays: [1, 2, 3, 4] },
  { id: 2, name: '半日', weekdays: [5] },
  { id: 3, name: '考试', weekdays: [] },
];
const [normal, short, exam] = dayTypes.map(({ id }) => id);

const noon = ['12:00', '13:20'] as const;

/** The bells of the first two schools, music at noon and in the evening, and what differs on holidays. */
export async function writeTimetable(
  call: Call,
  files: ReadonlyMap<string, number>,
  zones: ReadonlyMap<string, number>,
  today: Date,
): Promise<void> {
  const year = today.getUTCFullYear();
  const date = today.toISOString().slice(0, 10);
  const reminder = await call<{ id: number }>('POST', '/v1/preset_text', {
    name: '放学安全提醒',
    textContent: '同学们，放学时间到了。请关好门窗，带好随身物品，靠右慢行，注意交通安全。',
  });
  const { id: plan_id } = await call<Plan>('POST', '/v1/plan', {
    name: '教学日作息',
    start_date: date,
    desc: '周一至周五的铃声与播音',
    day_types: dayTypes,
    terms: [
      { name: '第一学期', start_date: `${year}-09-01`, end_date: `${year + 1}-01-25` },
      { name: '第二学期', start_date: `${year + 1}-02-20`, end_date: `${year + 1}-07-10` },
    ],
    exceptions: [
      {
        start_date: `${year}-12-28`,
        end_date: `${year}-12-29`,
        action: 'day_type',
        day_type: exam,
        desc: '期末考试',
      },
      { start_date: `${year + 1}-01-01`, end_date: `${year + 1}-01-01`, action: 'skip', desc: '元旦' },
      { start_date: `${year + 1}-05-01`, end_date: `${year + 1}-05-05`, action: 'skip', desc: '劳动节' },
      { start_date: `${year + 1}-10-01`, end_date: `${year + 1}-10-07`, action: 'skip', desc: '国庆节' },
    ],
  });
  const everyWeekday = { plan_id, start_date: date, schedule_day: 1 };
  const schools = [zones.get('S01'), zones.get('S02')];
  const bell = { ...everyWeekday, audio_source: 0, files: [files.get('bell')], orgs: schools, priority: 70 };
  for (const [i, [start, end]] of lessons.entries()) {
    const day_types = i < SHORT_LESSONS ? [normal, short] : [normal];
    const ring = { ...bell, schedule_day: 0, day_types };
    await call('POST', '/v1/scheduled_task', { ...ring, name: `第 ${i + 1} 节上课`, start_time: start });
    await call('POST', '/v1/scheduled_task', { ...ring, name: `第 ${i + 1} 节下课`, start_time: end });
  }
  for (const [name, start_time] of [
    ['开始考试', '09:00'],
    ['考试结束', '11:00'],
  ])
    await call('POST', '/v1/scheduled_task', {
      ...{ ...bell, schedule_day: 0, day_types: [exam] },
      ...{ name, start_time },
    });
  const [from, to] = noon;
  await call('POST', '/v1/scheduled_task', {
    ...everyWeekday,
    name: '午间音乐',
    audio_source: 0,
    files: [files.get('calm'), files.get('march')],
    loop: 1,
    start_time: from,
    end_time: to,
    orgs: schools,
    priority: 20,
  });
  await call('POST', '/v1/scheduled_task', {
    ...everyWeekday,
    name: '放学安全提醒',
    audio_source: 1,
    preset_text: reminder.id,
    start_time: '15:40',
    orgs: schools,
    priority: 60,
    offline_tasks: true,
  });
  await call('POST', '/v1/scheduled_task', {
    name: '宿舍晚间音乐',
    start_date: date,
    audio_source: 0,
    files: [files.get('calm')],
    loop: 1,
    volume: 40,
    start_time: '21:30',
    end_time: '22:00',
    orgs: [zones.get('S04')],
    priority: 10,
  });
}
