import type { AlarmGroupTables } from '../../../site/groups/members.repository.ts';
import { alarmPlan, alarmPlanGroupMember } from './alarmPlan.table.ts';
import { linkageTask, linkageTaskGroupMember } from './linkageTask.table.ts';

/** Tables of the groups of alarm plans and of linkage tasks. */
export const alarmGroupTables: AlarmGroupTables = {
  alarm_plan: {
    of: alarmPlan,
    link: alarmPlanGroupMember,
    member: alarmPlanGroupMember.alarm_plan_id,
  },
  linkage_task: {
    of: linkageTask,
    link: linkageTaskGroupMember,
    member: linkageTaskGroupMember.linkage_task_id,
  },
};
