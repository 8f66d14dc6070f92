import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { OpusEncoder } from '../../../terminal/headless/audio/opusEncoder.ts';

/** Mono Opus packets of 160 bytes, as a programme has them, of `seconds` of `signal(t)`. */
export function encodeSignal(signal: (seconds: number) => number, seconds: number): Uint8Array[] {
  const encoder = new OpusEncoder();
  const packets: Uint8Array[] = [];
  const frames = Math.round((seconds * SAMPLE_RATE) / PACKET_SAMPLES);
  for (let f = 0; f < frames; f++) {
    const samples = new Float32Array(PACKET_SAMPLES);
    for (let i = 0; i < PACKET_SAMPLES; i++) samples[i] = signal((f * PACKET_SAMPLES + i) / SAMPLE_RATE);
    packets.push(...encoder.encode(samples));
  }
  packets.push(...encoder.end());
  return packets;
}

/** A sine of `hz` with this RMS level, dBFS. */
export function sine(hz: number, rmsDb: number): (seconds: number) => number {
  const peak = Math.SQRT2 * 10 ** (rmsDb / 20);
  return (t) => peak * Math.sin(2 * Math.PI * hz * t);
}
