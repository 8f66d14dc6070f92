import { z } from 'zod';
import { MAX_RELAY_SESSIONS, type SessionRanges, sessionRanges } from './relayLink.ts';

/**
 * Reports of many terminals in one message: a column for each field, without those that are unchanged at all terminals
 * since their last report, and with whole numbers as differences to it. Each side remembers the last report of each
 * session.
 */

type Value = number | string | boolean | null;
/** Report of a terminal whose fields are single values. */
export type FlatReport = Record<string, Value>;

const MAX_FIELDS = 40;
/**
 * Change of a field: a number is the difference to the last whole number, a list holds the value itself, an empty list
 * says that the field is absent.
 */
const change = z.union([
  z.number(),
  z.tuple([z.union([z.number(), z.string().max(100), z.boolean(), z.null()])]),
  z.tuple([]),
]);
type Change = z.output<typeof change>;

export const reportBundle = z.object({
  sessions: sessionRanges,
  /** Changes of each field, in the order of the sessions. */
  columns: z
    .record(z.string().max(40), z.array(change).max(MAX_RELAY_SESSIONS))
    .refine((columns) => Object.keys(columns).length <= MAX_FIELDS),
});
export type ReportBundle = z.output<typeof reportBundle>;

/** Reads a report that fits into a bundle; null: it has lists or other fields. */
export function flatReport(report: object): FlatReport | null {
  const entries = Object.entries(report);
  const fits = entries.every(([, value]) => value === null || typeof value !== 'object');
  return fits && entries.length <= MAX_FIELDS ? (report as FlatReport) : null;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function changeOf(last: Value | undefined, next: Value | undefined): Change {
  if (next === undefined) return last === undefined ? 0 : [];
  if (isWhole(next) && isWhole(last)) return next - last;
  return next === last ? 0 : [next];
}

/** Last reports of the sessions of a relay, equal on both sides. */
export class LastReports {
  readonly #last = new Map<number, FlatReport>();

  /** Bundles the reports. @param ranges their sessions */
  encode(reports: ReadonlyMap<number, FlatReport>, ranges: SessionRanges): ReportBundle {
    const rows = [...reports.keys()].sort((a, b) => a - b);
    const columns: ReportBundle['columns'] = {};
    const fields = new Set<string>();
    for (const session of rows)
      for (const report of [this.#last.get(session), reports.get(session)])
        for (const field of Object.keys(report ?? {})) fields.add(field);
    for (const field of fields) {
      const column = rows.map((session) =>
        changeOf(this.#last.get(session)?.[field], reports.get(session)?.[field]),
      );
      if (column.some((one) => one !== 0)) columns[field] = column;
    }
    for (const [session, report] of reports) this.#last.set(session, report);
    return { sessions: ranges, columns };
  }

  /**
   * Reads a bundle. Reports of sessions that this side has ended may still be on their way; they are left out.
   *
   * @throws Error when it does not fit to the last reports
   */
  decode(
    { sessions, columns }: ReportBundle,
    list: readonly number[],
    isOpen: (session: number) => boolean,
  ): Map<number, FlatReport> {
    const found = new Map<number, FlatReport>();
    if (sessions.length === 0) return found;
    list.forEach((session, row) => {
      if (!isOpen(session)) return;
      const report: FlatReport = { ...this.#last.get(session) };
      for (const [field, column] of Object.entries(columns)) {
        const one = column[row];
        if (one === undefined) throw new Error(`the column ${field} is too short`);
        if (typeof one !== 'number') {
          if (one[0] === undefined) delete report[field];
          else report[field] = one[0];
        } else if (one !== 0) {
          const last = report[field];
          if (!isWhole(last)) throw new Error(`the field ${field} has no last value`);
          report[field] = last + one;
        }
      }
      this.#last.set(session, report);
      found.set(session, report);
    });
    return found;
  }

  forget(session: number): void {
    this.#last.delete(session);
  }
}
