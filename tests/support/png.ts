import { crc32, deflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../contract/rules/png.ts';

/** PNG chunk with its checksum. */
export function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/**
 * PNG file of one colour, 8 bits RGB.
 * @param more chunks before its pixels
 * @param pixels compressed data in their place
 */
export function makePng(
  width: number,
  height: number,
  options: {
    colour?: [number, number, number];
    more?: Buffer[];
    pixels?: Uint8Array;
    interlace?: number;
  } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, options.interlace ?? 0], 8);
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) row.set(options.colour ?? [20, 120, 160], 1 + x * 3);
  const pixels = options.pixels ?? deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', head),
    ...(options.more ?? []),
    pngChunk('IDAT', pixels),
    pngChunk('IEND'),
  ]);
}
