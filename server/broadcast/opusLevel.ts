import { OpusDecoder } from 'opus-decoder';
import type { DecodePackets } from './dueLevel.ts';

/**
 * One decoder for all broadcasts: what is measured begins with packets that only bring it into its state. It is made when
 * it is first asked for something, and cannot answer for some milliseconds then.
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
