import { crc32, createInflate } from 'node:zlib';
import { PNG_SIGNATURE, type Png, rawBytesOf, readPng } from '../../../contract/rules/png.ts';

/** Chunks that are kept: those needed to draw the picture (no texts, profiles or animation frames). */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);

/**
 * Validates a whole PNG file: checksums, and that its pixel data has the size that its header says;
 * decompressed as a stream, never beyond that size.
 * @returns the header, and the file reduced to the chunks that draw it; null if it is invalid, damaged, or a
 * decompression bomb
 */
export async function checkedPng(file: Uint8Array): Promise<{ png: Png; file: Buffer } | null> {
  const png = readPng(file);
  if (png === null || !png.chunks.every(isWhole)) return null;
  const chunks = png.chunks.filter(({ type }) => kept.has(type));
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  if (!(await unpacksTo(Buffer.concat(data), rawBytesOf(png)))) return null;
  return { png, file: Buffer.concat([PNG_SIGNATURE, ...chunks.map(({ bytes }) => bytes)]) };
}

function isWhole({ bytes }: Png['chunks'][number]): boolean {
  const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - 4);
  return crc32(bytes.subarray(4, bytes.length - 4)) === stored;
}

/** Tells if compressed bytes expand to exactly `size`. Stops at the first excess byte. */
function unpacksTo(packed: Uint8Array, size: number): Promise<boolean> {
  return new Promise((resolve) => {
    const inflate = createInflate();
    let count = 0;
    inflate.on('data', (chunk: Buffer) => {
      count += chunk.length;
      if (count > size) inflate.destroy();
    });
    inflate.on('end', () => resolve(count === size));
    inflate.on('error', () => resolve(false));
    inflate.on('close', () => resolve(false));
    inflate.end(packed);
  });
}
