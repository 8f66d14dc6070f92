import { nameWidth } from '../../kit/layout/nameWidth.ts';

/** Size of a name in the strip: on one line, on two, or smaller on three. */
export type NameSize = 'short' | 'medium' | 'long';

/** Chooses a size for the one line of a phone: one row, two rows, or three small ones. */
export function lineSize(name: string): NameSize {
  const width = nameWidth(name);
  if (width <= 22) return 'short';
  return width <= 44 ? 'medium' : 'long';
}

/** Chooses a size by length: a longer name is smaller, because a name is never cut. */
export function nameSize(name: string): NameSize {
  const width = nameWidth(name);
  if (width <= 24) return 'short';
  return width <= 56 ? 'medium' : 'long';
}
