import type { Page, PageQuery } from '../../../contract/api/envelope.ts';

const order = new Intl.Collator(undefined, { numeric: true });

/** Pages rows in memory: searched by name, sorted by a field, then by id. */
export function pageOfRows<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  query: PageQuery,
  sortable: readonly string[],
  defaultSort: string,
): Page<Row> {
  const { page, limit, q, sort = defaultSort } = query;
  const text = q?.trim().toLowerCase() ?? '';
  const found = text === '' ? [...rows] : rows.filter((row) => row.name.toLowerCase().includes(text));
  const wanted = sort.replace(/^-/, '');
  const field = (sortable.includes(wanted) ? wanted : defaultSort.replace(/^-/, '')) as keyof Row;
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (a: Row, b: Row): number => {
    const [x, y] = [a[field], b[field]];
    // Rows without a value come last in both directions.
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return sign * (typeof x === 'number' ? x - (y as number) : order.compare(String(x), String(y)));
  };
  found.sort((a, b) => compare(a, b) || sign * (a.id - b.id));
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit };
}
