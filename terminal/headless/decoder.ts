import { OpusDecoder } from 'opus-decoder';

/** A decoder of one mono Opus stream; keeps state from packet to packet. */
export interface Decoder {
  /** 48 kHz samples of a packet; null when it is not Opus. */
  decode(packet: Uint8Array): Float32Array | null;
  free(): void;
}

/** Makes a decoder; takes about a millisecond. */
export async function createDecoder(): Promise<Decoder> {
  const decoder = new OpusDecoder({ channels: 1, streamCount: 1, coupledStreamCount: 0 });
  await decoder.ready;
  return {
    decode: (packet) => {
      const { channelData, samplesDecoded } = decoder.decodeFrame(packet);
      return samplesDecoded > 0 ? (channelData[0] ?? null) : null;
    },
    free: () => decoder.free(),
  };
}
