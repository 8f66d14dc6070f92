/** How a name is written in the strip: on one line, on two, or smaller on three. */
export type NameSize = 'short' | 'medium' | 'long';

/** Width in halves of a Chinese or Korean character, about that of a Latin one. */
const halves = (name: string) => [...name].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0);

/** A name is never cut, so a longer one is written smaller. */
export function nameSize(name: string): NameSize {
  const width = halves(name);
  if (width <= 24) return 'short';
  return width <= 56 ? 'medium' : 'long';
}
