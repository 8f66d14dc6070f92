/**
 * Reads the frame of a PNG file (W3C PNG, third edition): its chunks and its header, not its pixels. Used by server
 * and console, so that both accept the same files.
 */
export interface Png {
  width: number;
  height: number;
  bitDepth: number;
  colourType: number;
  interlaced: boolean;
  chunks: readonly PngChunk[];
}

export interface PngChunk {
  type: string;
  /** The whole chunk: length, type, data and checksum. */
  bytes: Uint8Array;
  data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
export const PNG_SIGNATURE: Uint8Array = Uint8Array.from(SIGNATURE);

/** Bit depths that each colour type allows, and its number of samples per pixel. */
const colourTypes: Readonly<Record<number, { depths: readonly number[]; samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
};

/** Reads the chunks of a PNG file; null: not a PNG file, a truncated one, or one with data after its end. */
export function readPng(file: Uint8Array): Png | null {
  if (!SIGNATURE.every((byte, at) => file[at] === byte)) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks: PngChunk[] = [];
  let at: number = SIGNATURE.length;
  while (at + 12 <= file.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > file.length) return null;
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(type)) return null;
    chunks.push({ type, bytes: file.subarray(at, end), data: file.subarray(at + 8, end - 4) });
    at = end;
    if (type === 'IEND') break;
  }
  const [head] = chunks;
  if (at !== file.length || chunks.at(-1)?.type !== 'IEND') return null;
  if (head?.type !== 'IHDR' || head.data.length !== 13 || !chunks.some(({ type }) => type === 'IDAT'))
    return null;
  const { data } = head;
  const [bitDepth = 0, colourType = 0, compression, filter, interlace = 0] = data.subarray(8);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const isKnown = colourTypes[colourType]?.depths.includes(bitDepth) === true;
  const lacksPalette = colourType === 3 && !chunks.some(({ type }) => type === 'PLTE');
  if (!isKnown || lacksPalette || compression !== 0 || filter !== 0 || interlace > 1) return null;
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) return null;
  return { width, height, bitDepth, colourType, interlaced: interlace === 1, chunks };
}

/** First column and row, and steps, of the seven passes of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Size of the uncompressed pixels in bytes: a filter byte and the samples of each row of each pass. */
export function rawBytesOf({ width, height, bitDepth, colourType, interlaced }: Png): number {
  const bits = bitDepth * (colourTypes[colourType]?.samples ?? 1);
  const size = (w: number, h: number) => (w === 0 || h === 0 ? 0 : h * (1 + Math.ceil((w * bits) / 8)));
  if (!interlaced) return size(width, height);
  return passes.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + size(Math.ceil(Math.max(0, width - x) / dx), Math.ceil(Math.max(0, height - y) / dy)),
    0,
  );
}
