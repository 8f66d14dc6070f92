import type { Texts } from '../language.ts';

/** Columns of a log as a CSV file, in the order of the file; `time`: epoch seconds, written in the site's zone. */
export interface LogColumn<Row> {
  key: keyof Row & string;
  label: Texts;
  time?: true;
  /** Labels of the codes of the column. */
  values?: Readonly<Record<string, Texts>>;
}
