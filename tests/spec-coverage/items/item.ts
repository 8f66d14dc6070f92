/**
 * Item of the specification, and the file that does it. To fill one in, replace its `null` by the path of the
 * file, and add a text that the file must hold (a name, a key) where that says more. `null` is still open.
 * "In use" items ask for the screen or route that puts a rule, table or message to work.
 */
export type CoverageItem = readonly [section: string, item: string, file: string | null, marker?: string];
