import { OpusDecoder } from 'opus-decoder';

/** A decoder of one mono Opus stream; keeps state from packet to packet. */
export interface Decoder {
  /** 48 kHz samples of a packet; null when it is not Opus. */
  decode(packet: Uint8Array): Float32Array | null;
  free(): void;
}

/** Decoders that are kept for the next streams. */
const MOST_IDLE = 64;
const idle: OpusDecoder<48000>[] = [];

/** Makes a decoder, or takes one that another stream has given back. */
export async function createDecoder(): Promise<Decoder> {
  const decoder = idle.pop() ?? new OpusDecoder({ channels: 1, streamCount: 1, coupledStreamCount: 0 });
  await decoder.ready;
  return {
    decode: (packet) => {
      const { channelData, samplesDecoded } = decoder.decodeFrame(packet);
      return samplesDecoded > 0 ? (channelData[0] ?? null) : null;
    },
    free: () => {
      if (idle.length < MOST_IDLE && startAfresh(decoder)) idle.push(decoder);
      else decoder.free();
    },
  };
}

/** The parts of opus-decoder 0.7 that `startAfresh` needs. */
interface Inside {
  _decoder: number;
  _common: {
    allocateTypedArray(
      length: number,
      type: Uint8ArrayConstructor,
      isKept: boolean,
    ): { ptr: number; buf: Uint8Array };
    wasm: {
      opus_frame_decoder_create(...args: number[]): number;
      opus_frame_decoder_destroy(decoder: number): void;
      free(pointer: number): void;
    };
  };
}

/**
 * Makes a decoder forget its stream. Its own `reset` makes a new WebAssembly instance with 29 MB of address space
 * each: where fifty terminals of a process change over to an alarm, clearing those away stops them all for half a
 * second. So the Opus decoder inside the instance is made anew.
 *
 * @returns false: this version of the package is another one inside
 */
function startAfresh(decoder: OpusDecoder<48000>): boolean {
  const inside = decoder as unknown as Partial<Inside>;
  const { wasm } = inside._common ?? {};
  const isKnown =
    typeof inside._decoder === 'number' &&
    typeof inside._common?.allocateTypedArray === 'function' &&
    typeof wasm?.opus_frame_decoder_create === 'function' &&
    typeof wasm.opus_frame_decoder_destroy === 'function' &&
    typeof wasm.free === 'function';
  if (!isKnown || inside._common === undefined || wasm === undefined) return false;
  wasm.opus_frame_decoder_destroy(inside._decoder ?? 0);
  wasm.free(inside._decoder ?? 0);
  const mapping = inside._common.allocateTypedArray(1, Uint8Array, false);
  mapping.buf[0] = 0;
  inside._decoder = wasm.opus_frame_decoder_create(48_000, 1, 1, 0, mapping.ptr, 0, 0);
  wasm.free(mapping.ptr);
  return true;
}
