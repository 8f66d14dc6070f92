import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Page, PageQuery } from '../../../contract/api/envelope.ts';
import type { Scope } from '../live/scope.ts';
import type { DbOrTx } from './client.ts';
import { searchPattern } from './searchText.ts';
import { totalOf } from './total.ts';

export interface TableOptions {
  sortable: readonly string[];
  searchable: readonly string[];
  /** Order without `sort`; the id is always the last key, so that pages never overlap. */
  defaultSort: string;
  /** Zone column, or condition, by which rows are scoped; absent: rows are visible to all. */
  scope?: string | ((ids: readonly number[]) => SQL);
  /** Makes rows without a zone visible to all, as rows of the whole site. */
  shared?: boolean;
  /** Condition for the rows of this entity, where the table holds several. */
  only?: SQL;
  /** Computed fields beside the columns, e.g. the name behind a reference. */
  computed?: Record<string, SQL>;
  /** Conditions of filters that are no column, by the name of the filter. */
  filters?: Record<string, (value: unknown) => SQL>;
  /** Sort keys that are no column, or depend on the query. */
  orders?: Record<string, (query: Record<string, unknown>) => SQL>;
}

export type Row = Record<string, unknown> & { id: number; rev: number };
/** `withheld`: fields that the reader may not see; they are neither searched, filtered nor sorted by. */
export type ListQuery = PageQuery & Record<string, unknown> & { withheld?: readonly string[] };

/** Basic statements of a table with `id` and `rev`, for every entity of the registry. */
export function tableRepository<R extends Row>(table: PgTable, options: TableOptions) {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const column = (name: string): PgColumn => {
    const found = columns[name];
    if (found === undefined) throw new Error(`the table has no column ${name}`);
    return found;
  };
  const id = column('id');
  const fields = { ...columns, ...options.computed };
  // A statement that waits for the lock of a row takes the row as it is then, and other tables as they were before:
  // fields computed from them need a statement of their own.
  const hasComputed = options.computed !== undefined;

  async function read(db: DbOrTx, rowId: number): Promise<R | undefined> {
    const rows = await db.select(fields).from(table).where(eq(id, rowId));
    return rows[0] as R | undefined;
  }

  function scoped(scope: Scope): SQL | undefined {
    if (options.scope === undefined || scope.all === true) return options.only;
    const ids = [...scope.ids];
    if (typeof options.scope === 'function') return and(options.only, options.scope(ids));
    const zone = column(options.scope);
    const own = inArray(zone, ids);
    return and(options.only, options.shared === true ? or(isNull(zone), own) : own);
  }

  function matches(scope: Scope, query: ListQuery): SQL | undefined {
    const pattern = searchPattern(query.q);
    const seen = (name: string) => query.withheld?.includes(name) !== true;
    const filters = Object.entries(query)
      .filter(([key, value]) => value !== undefined && seen(key))
      .flatMap(([key, value]) => {
        const own = options.filters?.[key];
        if (own !== undefined) return own(value);
        if (!(key in columns)) return [];
        return value === null ? isNull(column(key)) : eq(column(key), value);
      });
    return and(
      scoped(scope),
      ...filters,
      pattern === undefined
        ? undefined
        : or(...options.searchable.filter(seen).map((name) => ilike(column(name), pattern))),
    );
  }

  return {
    async list(db: DbOrTx, scope: Scope, query: ListQuery): Promise<Page<R>> {
      const { page, limit, sort = options.defaultSort, ...rest } = query;
      const where = matches(scope, { ...rest, page, limit } as ListQuery);
      const name = sort.replace(/^-/, '');
      const maySort = options.sortable.includes(name) && query.withheld?.includes(name) !== true;
      const by = maySort ? name : options.defaultSort.replace(/^-/, '');
      const direction = sort.startsWith('-') ? desc : asc;
      const order = [direction(options.orders?.[by]?.(rest) ?? column(by)), direction(id)];
      const shown = db
        .select({ id })
        .from(table)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset((page - 1) * limit);
      // Computed fields are computed for the rows of the page only, not for all rows before it.
      const rows = await db
        .select(fields)
        .from(table)
        .where(inArray(id, shown))
        .orderBy(...order);
      return { rows: rows as R[], ...(await totalOf(db, table, where)), page, limit };
    },
    /** Rows of a list by id, from after an id on, for exports that read them all. */
    async after(db: DbOrTx, scope: Scope, query: ListQuery, lastId: number, limit: number): Promise<R[]> {
      const rows = await db
        .select(fields)
        .from(table)
        .where(and(matches(scope, query), gt(id, lastId)))
        .orderBy(asc(id))
        .limit(limit);
      return rows as R[];
    },
    async get(db: DbOrTx, scope: Scope, rowId: number): Promise<R | undefined> {
      const rows = await db
        .select(fields)
        .from(table)
        .where(and(eq(id, rowId), scoped(scope)));
      return rows[0] as R | undefined;
    },
    /** Selects the ids of existing rows within the scope. */
    async known(db: DbOrTx, scope: Scope, ids: readonly number[]): Promise<ReadonlySet<number>> {
      const wanted = sql`${id} = any(${sql.param([...ids])}::int[])`;
      const rows = await db
        .select({ id: sql<number>`${id}` })
        .from(table)
        .where(and(wanted, scoped(scope)));
      return new Set(rows.map((row) => row.id));
    },
    /**
     * Reads and locks a row, for a change in the same transaction. Rows that refer to it can be written
     * meanwhile, because its id never changes.
     */
    async lock(tx: DbOrTx, scope: Scope, rowId: number): Promise<R | undefined> {
      const rows = await tx
        .select(hasComputed ? { id } : fields)
        .from(table)
        .where(and(eq(id, rowId), scoped(scope)))
        .for('no key update');
      return hasComputed && rows.length > 0 ? read(tx, rowId) : (rows[0] as R | undefined);
    },
    async insert(tx: DbOrTx, values: Record<string, unknown>): Promise<R> {
      const rows = await tx
        .insert(table)
        .values(values as typeof table.$inferInsert)
        .returning(fields);
      return rows[0] as R;
    },
    /** Writes fields and increments the revision. */
    async update(tx: DbOrTx, rowId: number, values: Record<string, unknown>): Promise<R> {
      const rows = await tx
        .update(table)
        .set({ ...values, rev: sql`${column('rev')} + 1` } as never)
        .where(eq(id, rowId))
        .returning(hasComputed ? { id } : fields);
      return (hasComputed && rows.length > 0 ? await read(tx, rowId) : rows[0]) as R;
    },
    async remove(tx: DbOrTx, rowId: number): Promise<void> {
      await tx.delete(table).where(eq(id, rowId));
    },
  };
}
export type TableRepository<R extends Row> = ReturnType<typeof tableRepository<R>>;
