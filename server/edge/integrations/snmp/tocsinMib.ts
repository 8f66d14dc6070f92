/** Root of TOCSIN-MIB (docs/protocols/TOCSIN-MIB.txt). */
export const ROOT = '1.3.6.1.4.1.8072.9999.9999.4227';

/** Cuts a text to a number of bytes of UTF-8, between two characters. */
export function cutBytes(text: string, most: number): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(bytes.length, most);
  // Bytes 10xxxxxx continue a character.
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
