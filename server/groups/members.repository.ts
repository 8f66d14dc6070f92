import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TerminalKind } from '../../contract/entities/terminal.ts';
import * as schema from '../db/schema.ts';

/** Where the members of a kind of groups are stored. */
export interface MemberTables {
  /** The members themselves, with their id and zone. */
  of: PgTable & { id: PgColumn; org: PgColumn };
  /** Who is in which group, and the column of the member in it. */
  link: PgTable & { group_id: PgColumn };
  member: PgColumn;
  /** Which rows of `of` may be members; undefined: all. */
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
