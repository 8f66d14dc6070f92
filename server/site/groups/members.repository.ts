import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { GroupMember } from '../../../contract/entities/terminals/group.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { terminal } from '../terminals/terminal.table.ts';
import { terminalGroupMember } from './group.table.ts';

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

/** Tables of the groups whose members are no terminals, by the name of the members. */
export type AlarmGroupTables = Record<Exclude<GroupMember, TerminalKind>, MemberTables>;

export function terminalTables(kind: TerminalKind): MemberTables {
  return {
    of: terminal,
    link: terminalGroupMember,
    member: terminalGroupMember.terminal_id,
    only: eq(terminal.kind, kind),
  };
}
