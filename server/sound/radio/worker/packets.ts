import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, type Frame, Packet } from 'node-av/lib';
import { PACKET_SAMPLES } from '../../../../contract/protocol/audio.ts';
import type { Chain } from '../../files/worker/chain.ts';
import { openOpusEncoder } from '../../files/worker/opus.ts';

/** Limiter just below full scale: Opus raises peaks a little. */
export const LIMITER = 'alimiter=limit=0.84:attack=5:release=50:level=0:latency=1';

export function* pullFrames(chain: Chain): Generator<Frame> {
  for (let frame = chain.pull(); frame; frame = chain.pull()) yield frame;
}

/** Creates a function that encodes mono float frames of 960 samples at 48 kHz, one packet each. */
export function createPacketEncoder(put: (packet: Uint8Array) => void): (frame: Frame) => void {
  const encoder = openOpusEncoder();
  const packet = new Packet();
  packet.alloc();
  let samples = 0n;
  return (frame) => {
    // Only whole packets: dropping the rest at the end of a stream is not audible.
    if (frame.nbSamples !== PACKET_SAMPLES) return;
    frame.pts = samples;
    samples += BigInt(frame.nbSamples);
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'opus encoder');
    for (;;) {
      const got = encoder.receivePacketSync(packet);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      FFmpegError.throwIfError(got, 'opus encoder');
      if (packet.data) put(packet.data);
      packet.unref();
    }
  };
}
