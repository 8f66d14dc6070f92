import { OpusDecoder } from 'opus-decoder';

/** A decoder of one mono Opus stream; keeps state from packet to packet. */
export interface Decoder {
  /** 48 kHz samples of a packet; null when it is not Opus. */
  decode(packet: Uint8Array): Float32Array | null;
  free(): void;
}

/** Maximum number of idle decoders in the pool. */
const MOST_IDLE = 64;
const idle: OpusDecoder<48000>[] = [];

/** Creates a decoder or takes an idle one from the pool. */
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
 * Resets a decoder. Its own `reset` creates a new WebAssembly instance with 29 MB of address space: when fifty
 * terminals of a process switch to an alarm, garbage collection of these stops all of them for half a second.
 * Therefore only the Opus decoder inside the instance is recreated.
 *
 * @returns false when the internals of this version of the package differ
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
