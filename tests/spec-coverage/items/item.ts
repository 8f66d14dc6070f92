/**
 * Item of the specification, and the test that exercises it: its file below `tests` and its title, as it is written
 * there (with the placeholders of a test of many cases). `names`: a text that the file of the test must contain, the
 * field or key that the title does not name. `null` is still open.
 */
export type CoverageItem =
  | readonly [section: string, item: string, test: null]
  | readonly [section: string, item: string, test: string, title: string, names?: string];

/** Items that one test exercises, each with the text that names it in the file, where the title does not. */
export function by(
  section: string,
  test: string,
  title: string,
  ...items: (string | readonly [item: string, names: string])[]
): CoverageItem[] {
  return items.map((one) =>
    typeof one === 'string'
      ? ([section, one, test, title] as const)
      : ([section, one[0], test, title, one[1]] as const),
  );
}

/** Items without a test: still open. */
export function open(section: string, ...items: string[]): CoverageItem[] {
  return items.map((item) => [section, item, null] as const);
}
