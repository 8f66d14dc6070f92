import { memberTransfer, shared } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { AlarmPlanLive } from '../../tasks/alarmPlan.ts';
import type { GroupLive } from '../../terminals/group.ts';

export const alarmPlan = {
  key: 'alarm_plan',
  one: { cn: '报警预案', en: 'Alarm plan', kr: '비상방송 시나리오' },
  many: { cn: '报警预案', en: 'Alarm plans', kr: '비상방송 시나리오' },
  permissions: 'base',
  live: rowsOf<AlarmPlanLive>(),
  transfer: {
    maxRows: 5_000,
    columns: [
      shared.name,
      shared.zoneCode,
      shared.priority,
      {
        key: 'fire_control_device',
        label: { cn: '报警终端编号', en: 'Alarm terminal code', kr: '경보 단말 코드' },
      },
      { key: 'input_nums', label: { cn: '输入', en: 'Inputs', kr: '입력' } },
      { key: 'output_nums', label: { cn: '输出', en: 'Outputs', kr: '출력' } },
      { key: 'linkage_task_ids', label: { cn: '联动任务', en: 'Linkage tasks', kr: '연동 작업' } },
      { key: 'steps', label: { cn: '后续步骤', en: 'Later steps', kr: '이후 단계' } },
      { key: 'gpio_set_task_ids', label: { cn: 'GPIO 任务', en: 'GPIO tasks', kr: 'GPIO 작업' } },
      {
        key: 'reset_time',
        label: { cn: '复位时间（秒）', en: 'Reset time (s)', kr: '복구 시간(초)' },
        earlier: ['복귀 시간(초)'],
      },
      shared.activated,
      shared.description,
    ],
  },
} as const satisfies Declaration;

export const alarmPlanGroup = {
  key: 'alarm_plan_group',
  one: { cn: '报警预案分组', en: 'Alarm plan group', kr: '비상방송 시나리오 그룹' },
  many: { cn: '报警预案分组', en: 'Alarm plan groups', kr: '비상방송 시나리오 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;
