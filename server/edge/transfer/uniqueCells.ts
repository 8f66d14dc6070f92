import type { InputRow } from './columns.ts';
import type { Report } from './report.ts';

/** Checks that a value of one column is unique among terminals, in the file and in the site. */
export class UniqueCells {
  readonly #column: string;
  readonly #report: Report;
  readonly #taken = new Map<string, { row: InputRow; id: number | undefined }>();

  constructor(column: string, report: Report) {
    this.#column = column;
    this.#report = report;
  }

  get values(): string[] {
    return [...this.#taken.keys()];
  }

  /** @param id terminal that the row changes; undefined: a new one */
  add(row: InputRow, value: string, id: number | undefined): void {
    if (value === '') return;
    const duplicate = this.#taken.get(value);
    if (duplicate === undefined) this.#taken.set(value, { row, id });
    else
      this.#report.fault(row, this.#column, 'transfer.duplicateInFile', { value, line: duplicate.row.line });
  }

  /** Refuses values that a terminal holds which is not in the file; holders in the file get another value. */
  refuse(holders: readonly { id: number; value: string }[], inFile: ReadonlySet<number>): void {
    for (const { id, value } of holders) {
      const wanted = this.#taken.get(value);
      if (wanted !== undefined && wanted.id !== id && !inFile.has(id))
        this.#report.fault(wanted.row, this.#column, 'common.duplicate', { value });
    }
  }
}
