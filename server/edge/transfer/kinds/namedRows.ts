import type { z } from 'zod';
import { AppError } from '../../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../../contract/api/permissions.ts';
import { hasSqlState } from '../../../platform/db/client.ts';
import { may } from '../../../platform/http/access.ts';
import type { InputRow } from '../columns.ts';
import type { Change } from '../report.ts';
import type { ImportRun } from '../transfer.types.ts';

/** Defines how the rows of a kind are identified, validated and written. */
export interface NamedRows<Old extends { id: number; name: string }, Given> {
  /** Key column, and its rule. */
  column: string;
  rule: z.ZodType<string>;
  rights: { create: PermissionKey; edit: PermissionKey };
  known(value: string): Old | undefined;
  /** Normalised form of a key, where several spellings mean the same. */
  folded?(value: string): string;
  /** Fields of a row that differ from the stored ones; faults go into the report. */
  read(row: InputRow, old: Old | undefined): Given;
  changesOf(old: Old, given: Given): Change[];
  /** Writes through the same service as the API, whose transactions become savepoints of this one. */
  create(value: string, given: Given, row: InputRow): Promise<unknown>;
  patch(old: Old, given: Given): Promise<unknown>;
}

/** Validates and writes each row of a table separately: it is created, changed, left unchanged, or faulty. */
export async function takeNamedRows<
  Old extends { id: number; name: string },
  Given extends { name?: unknown },
>({ table, report, caller }: ImportRun, rows: NamedRows<Old, Given>): Promise<void> {
  const { column } = rows;
  for (const row of table.rows) {
    const value = report.read(row, column, rows.rule, row.get(column) ?? '');
    if (value === undefined) continue;
    const old = rows.known(value);
    const normalised = old === undefined ? (rows.folded?.(value) ?? value) : `#${old.id}`;
    if (!report.isFirst(row, column, value, normalised)) continue;
    const given = rows.read(row, old);
    if (report.isBad(row)) continue;
    const changes = old === undefined ? null : rows.changesOf(old, given);
    const name = String(given.name ?? old?.name ?? value);
    if (changes?.length === 0) report.outcome(row, value, name, changes);
    else if (!may(caller, rows.rights[old === undefined ? 'create' : 'edit']))
      report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    else
      try {
        await (old === undefined ? rows.create(value, given, row) : rows.patch(old, given));
        report.outcome(row, value, name, changes);
      } catch (error) {
        if (error instanceof AppError) report.failure(row, error);
        else if (hasSqlState(error, '23505')) report.fault(row, column, 'common.duplicate', { value });
        else throw error;
      }
  }
}
