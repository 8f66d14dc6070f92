import { withheld } from '../../../contract/api/permissions.ts';

/**
 * Replaces fields that the reader may not see, at any depth. A value that holds none of them is returned
 * unchanged; nothing is changed in place, because rows are shared.
 */
export function withhold<T>(value: T, fields: ReadonlySet<string>): T {
  if (Array.isArray(value)) {
    const items = value.map((item) => withhold(item, fields));
    return items.some((item, i) => item !== value[i]) ? (items as T) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const changed = Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const isOne = fields.has(key) && typeof child === 'string' && child !== '';
    const seen = isOne ? withheld : withhold(child, fields);
    return seen === child ? [] : [[key, seen] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}
