export type DrawingFormat = 'png' | 'jpeg' | 'svg' | 'pdf';

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, i) => bytes[i] === byte);

/** Finds the format of a file by its content, whatever its name; null: none that is drawn. */
export function formatOf(bytes: Uint8Array): DrawingFormat | null {
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4_096));
  if (head.slice(0, 1_024).includes('%PDF-')) return 'pdf';
  return /<svg[\s>:]/.test(head) || (/^\S{0,3}\s*</.test(head) && isSvgLater(bytes)) ? 'svg' : null;
}

/** Tells whether an XML file has its root after a long prologue, as drawing programs write it. */
function isSvgLater(bytes: Uint8Array): boolean {
  return /<svg[\s>]/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 65_536)));
}
