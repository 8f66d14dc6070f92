import type { z } from 'zod';
import { AppError, type MessageKey, type MessageParams, messageText } from '../../../contract/api/errors.ts';
import { type ImportReport, maxPreview } from '../../../contract/api/transfer.ts';
import type { Language } from '../../../contract/language.ts';
import { issueFault } from '../../../contract/rules/ruleMessage.ts';
import type { InputRow, Table } from './columns.ts';

/** Values of a column before and after, as texts. */
export interface Change {
  column: string;
  before: string;
  after: string;
}

/** Columns whose cells are not given back with a faulty row. */
const passwordColumns = ['password', 'foreign_password'] as const;

/** Collects the result of each row. */
export class Report {
  created = 0;
  changed = 0;
  unchanged = 0;
  readonly #table: Table;
  readonly #lang: Language;
  readonly #bad = new Map<number, ImportReport['bad'][number]>();
  readonly #lines = new Map<string, number>();
  readonly #preview: ImportReport['preview'] = [];

  constructor(table: Table, lang: Language) {
    this.#table = table;
    this.#lang = lang;
  }

  get hasFaults(): boolean {
    return this.#bad.size > 0;
  }
  isBad(row: InputRow): boolean {
    return this.#bad.has(row.line);
  }
  #label(key: string): string {
    return this.#table.columns.find((column) => column.key === key)?.label[this.#lang] ?? '';
  }

  /** Records a faulty cell; an empty column stands for the whole row. */
  fault(row: InputRow, column: string, key: MessageKey, params: MessageParams = {}): void {
    let held = this.#bad.get(row.line);
    if (held === undefined) {
      const secrets = passwordColumns.map((key) => this.#table.places.get(key));
      const cells = row.cells.map((cell, place) => (secrets.includes(place) ? '' : cell));
      held = { line: row.line, cells, faults: [] };
      this.#bad.set(row.line, held);
    }
    held.faults.push({ column, label: this.#label(column), message: messageText(key, this.#lang, params) });
  }

  /**
   * Tells if a key value occurs in the file for the first time; otherwise records a fault.
   * @param normalised normalised form of the value, where several spellings mean the same
   */
  isFirst(row: InputRow, column: string, value: string, normalised = value): boolean {
    const line = this.#lines.get(normalised);
    if (line === undefined) this.#lines.set(normalised, row.line);
    else this.fault(row, column, 'transfer.duplicateInFile', { value, line });
    return line === undefined;
  }

  /** Records an error of a service: for its field, or for the whole row. */
  failure(row: InputRow, error: AppError): void {
    const { fields } = error.details;
    if (fields === undefined) this.fault(row, '', error.key, error.params);
    else for (const { path, key, params } of fields) this.fault(row, path, key, params);
  }

  /** Runs a check of a service; records its AppError as a fault of the row. */
  refuse(row: InputRow, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.failure(row, error);
    }
  }

  /** Parses a cell by the rule of its field; undefined after recording a fault. */
  read<T>(row: InputRow, column: string, schema: z.ZodType<T>, value: unknown): T | undefined {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    if (issue !== undefined) {
      const { key, params } = issueFault(issue);
      this.fault(row, column, key, params);
    }
    return undefined;
  }

  /** Records the result of a good row: null for a new one, else its changes. */
  outcome(row: InputRow, code: string, name: string, changes: readonly Change[] | null): void {
    if (changes === null) this.created += 1;
    else if (changes.length > 0) this.changed += 1;
    else {
      this.unchanged += 1;
      return;
    }
    if (this.#preview.length >= maxPreview) return;
    this.#preview.push({
      line: row.line,
      code,
      name,
      action: changes === null ? 'create' : 'change',
      changes: (changes ?? []).map((change) => ({ ...change, label: this.#label(change.column) })),
    });
  }

  done(dryRun: boolean): ImportReport {
    return {
      dry_run: dryRun,
      imported: !dryRun && !this.hasFaults,
      rows: this.#table.rows.length,
      created: this.created,
      changed: this.changed,
      unchanged: this.unchanged,
      header: [...this.#table.header],
      ignored: this.#table.ignored,
      bad: [...this.#bad.values()].sort((a, b) => a.line - b.line),
      preview: this.#preview,
    };
  }
}
