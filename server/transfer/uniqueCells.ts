import type { InputRow } from './columns.ts';
import type { Report } from './report.ts';

/** Watches that a value of one column stands at one terminal only, in the file and in the site. */
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

  /** @param id of the terminal that the row changes; undefined: a new one */
  add(row: InputRow, value: string, id: number | undefined): void {
    if (value === '') return;
    const twin = this.#taken.get(value);
    if (twin === undefined) this.#taken.set(value, { row, id });
    else this.#report.fault(row, this.#column, 'transfer.duplicateInFile', { value, line: twin.row.line });
  }

  /** A value is free if nobody has it, or if whoever has it gets another one by this very file. */
  refuse(holders: readonly { id: number; value: string }[], inFile: ReadonlySet<number>): void {
    for (const { id, value } of holders) {
      const wanted = this.#taken.get(value);
      if (wanted !== undefined && wanted.id !== id && !inFile.has(id))
        this.#report.fault(wanted.row, this.#column, 'common.duplicate', { value });
    }
  }
}
