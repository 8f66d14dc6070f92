/** Width of a character, em: at least that of the fonts of the console, in regular and in semibold type. */
function emOf(char: string): number {
  if (char > '\u2e7f') return 1;
  if (/[ijl.,:;'|! ]/.test(char)) return 0.36;
  if (/[frtI()[\]-]/.test(char)) return 0.46;
  if (/[mwMW@%]/.test(char)) return 1.02;
  return /[A-Z]/.test(char) ? 0.8 : 0.66;
}

/** Largest width of a text in a font size, px. Cells are drawn before the page could measure them. */
export const textWidth = (text: string, fontSize: number): number =>
  [...text].reduce((sum, char) => sum + emOf(char), 0) * fontSize;

/** Glyph, gap, padding and border of a chip (kit/status/statusStyles.ts), and padding of its cell, px. */
const CHIP_PX = 14 + 4 + 11 + 2 + 16;
/** Padding of a head, and room for its sort icon, px. */
const HEAD_PX = 16 + 20;
const fontSize = { chip: 13, head: 12 };

/** Width of a status column that shows these words whole, px. */
export const statusWidth = (words: readonly string[], head: string): number =>
  Math.ceil(
    Math.max(
      ...words.map((word) => textWidth(word, fontSize.chip) + CHIP_PX),
      textWidth(head, fontSize.head) + HEAD_PX,
    ),
  );
