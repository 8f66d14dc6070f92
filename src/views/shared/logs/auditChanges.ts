import type { AuditRow } from '../../../../contract/entities/site/audit.ts';

/** A field changed by an action. A list shows the entries added and removed. */
export type Change =
  | { field: string; kind: 'value'; before: unknown; after: unknown }
  | { field: string; kind: 'list'; joined: readonly unknown[]; left: readonly unknown[] };

/** Fields not worth showing: version counters, fields shown in the row itself, internals of the server. */
const silent = new Set([
  ...['rev', 'id', 'created_at', 'started_by', 'operator_code'],
  ...[
    'anchor_at',
    'anchor_us',
    'anchor_epoch',
    'interval_ms',
    'limit_ms',
    'linkage_task_id',
    'programme_ms',
    'seed',
    'sha256',
    'stream',
  ],
]);

/** True for an empty value. */
export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Changes of an entry of the audit log, in the order in which the fields were written; equal fields are left
 * out.
 */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field): Change[] => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    // A new entity shows the fields that are set only.
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
