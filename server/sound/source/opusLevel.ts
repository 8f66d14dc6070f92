import { OpusDecoder } from 'opus-decoder';
import type { DecodePackets } from './expectedLevel.ts';

/**
 * Makes a packet decoder shared by all broadcasts: each measurement begins with packets that only settle the
 * decoder. It is created at the first call, and gives null for some milliseconds then.
 */
export function createPacketDecoder(): DecodePackets {
  let decoder: OpusDecoder<48000> | undefined;
  let isReady = false;
  return (packets) => {
    if (decoder === undefined) {
      decoder = new OpusDecoder({ channels: 1, streamCount: 1, coupledStreamCount: 0 });
      void decoder.ready.then(() => {
        isReady = true;
      });
    }
    if (!isReady) return null;
    const parts: Float32Array[] = [];
    for (const packet of packets) {
      const { channelData, samplesDecoded } = decoder.decodeFrame(packet);
      const [samples] = channelData;
      if (samplesDecoded === 0 || samples === undefined) return null;
      parts.push(samples);
    }
    return parts;
  };
}
