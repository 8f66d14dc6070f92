import type { AuditRow } from '../../../contract/entities/audit.ts';

/** One field that an action changed. A list says what joined and what left it, not the whole of it twice. */
export type Change =
  | { field: string; kind: 'value'; before: unknown; after: unknown }
  | { field: string; kind: 'list'; joined: readonly unknown[]; left: readonly unknown[] };

/** What says nothing to a reader: counted up by every change, told in the row itself, or the server's own affair. */
const silent = new Set([
  ...['rev', 'id', 'created_at', 'started_by', 'operator_code'],
  ...['anchor_at', 'interval_ms', 'limit_ms', 'programme_ms', 'seed', 'sha256', 'stream'],
]);

/** Nothing stands in a field. */
export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** What an entry of the audit log changed, in the order in which the fields were written; equal fields are left out. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field): Change[] => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    // What was made says what it has, not what it has not.
    if (silent.has(field) || (isEmpty(was) && isEmpty(is)) || JSON.stringify(was) === JSON.stringify(is))
      return [];
    if ((was === null || isList(was)) && (is === null || isList(is)) && (isList(was) || isList(is))) {
      const [old, now] = [was ?? [], is ?? []];
      const has = (list: readonly unknown[]) => new Set(list.map((one) => JSON.stringify(one)));
      const [had, has_] = [has(old), has(now)];
      const joined = now.filter((one) => !had.has(JSON.stringify(one)));
      const left = old.filter((one) => !has_.has(JSON.stringify(one)));
      return joined.length + left.length === 0 ? [] : [{ field, kind: 'list', joined, left }];
    }
    return [{ field, kind: 'value', before: was, after: is }];
  });
}
