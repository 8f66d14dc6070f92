import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import { broadcast } from '../broadcast/broadcast.table.ts';
import type { AlarmRow } from '../emergency/journal/alarm.repository.ts';
import { alarm } from '../emergency/journal/alarm.table.ts';

const MAX_TEXT = 1_000;
const largest: Partial<Record<string, number>> = { PgSmallInt: 32_767, PgInteger: 2_147_483_647 };

function schemaOf({ dataType, columnType, notNull }: PgColumn): z.ZodType {
  const most = largest[columnType] ?? Number.MAX_SAFE_INTEGER;
  const whole = z.number().int().min(-most).max(most);
  const one =
    dataType === 'json'
      ? z.unknown()
      : dataType === 'string'
        ? z.string().max(MAX_TEXT)
        : dataType === 'boolean'
          ? z.boolean()
          : whole;
  return notNull || dataType === 'json' ? one : one.nullable();
}

/** Schema of the rows of a table: a row that fits can be stored. */
function rowSchema<Row>(table: PgTable): z.ZodType<Row> {
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => [name, schemaOf(column)]);
  return z.object(Object.fromEntries(columns)) as unknown as z.ZodType<Row>;
}

/** Rows that a relay reports. */
export const alarmRow = rowSchema<AlarmRow>(alarm);
export const broadcastRow = rowSchema<BroadcastRow>(broadcast);
