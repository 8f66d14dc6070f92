/**
 * Item of the specification, and the test that exercises it: its file and its title, as it is written there (with the
 * placeholders of a test of many cases). `names`: a text that the file of the test must contain, the field or key that
 * the title does not name. `null` is still open.
 */
export type CoverageItem =
  | readonly [section: string, item: string, test: null]
  | readonly [section: string, item: string, test: string, title: string, names?: string];
