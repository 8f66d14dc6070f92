import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TerminalKind } from '../../../contract/entities/terminals/terminal.ts';
import * as schema from '../../platform/db/schema.ts';

/** Tables of the members of a kind of groups. */
export interface MemberTables {
  /** Table of the members, with id and zone. */
  of: PgTable & { id: PgColumn; org: PgColumn };
  /** Link table of groups and members, and its member column. */
  link: PgTable & { group_id: PgColumn };
  member: PgColumn;
  /** Condition for rows of `of` that may be members; undefined: all. */
  only?: SQL;
}

export function terminalTables(kind: TerminalKind): MemberTables {
  return {
    of: schema.terminal,
    link: schema.terminalGroupMember,
    member: schema.terminalGroupMember.terminal_id,
    only: eq(schema.terminal.kind, kind),
  };
}
export const alarmPlanTables: MemberTables = {
  of: schema.alarmPlan,
  link: schema.alarmPlanGroupMember,
  member: schema.alarmPlanGroupMember.alarm_plan_id,
};
export const linkageTaskTables: MemberTables = {
  of: schema.linkageTask,
  link: schema.linkageTaskGroupMember,
  member: schema.linkageTaskGroupMember.linkage_task_id,
};
