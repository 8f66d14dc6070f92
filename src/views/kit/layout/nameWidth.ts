/** Width of a name in units of a Latin character; a Chinese or Korean one counts two. */
export const nameWidth = (name: string): number =>
  [...name].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0);

/** Width of the end of a name that is always shown: a floor, a room, a number. */
const END_WIDTH = 10;

/** Splits a name into a beginning, which may be shortened, and its end, by which names of one place differ. */
export function splitName(name: string, endWidth = END_WIDTH): { start: string; end: string } {
  const letters = [...name];
  let from = letters.length;
  let width = 0;
  while (from > 0) {
    width += nameWidth(letters[from - 1] ?? '');
    if (width > endWidth) break;
    from -= 1;
  }
  return { start: letters.slice(0, from).join(''), end: letters.slice(from).join('') };
}

/** Shortens a name to a width by taking out letters of its middle. */
export function shortenName(name: string, maxWidth: number): string {
  if (nameWidth(name) <= maxWidth) return name;
  const { end } = splitName(name, Math.floor((maxWidth - 1) / 2));
  const left = maxWidth - 1 - nameWidth(end);
  let start = '';
  for (const letter of name) {
    if (nameWidth(start + letter) > left) break;
    start += letter;
  }
  return `${start}…${end}`;
}
