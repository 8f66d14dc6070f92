/** Programme audio on the wire and on disk (docs/decisions/0010): mono Opus, hard CBR. */
export const SAMPLE_RATE = 48_000;
/** Length of one Opus packet in microseconds of the media clock. */
export const PACKET_US = 20_000;
/** Samples of one packet at 48 kHz. */
export const PACKET_SAMPLES = 960;
/** Bytes of one programme packet: 64 kbit/s × 20 ms, constant, so that byte offsets follow from packet numbers. */
export const PROGRAMME_PACKET_BYTES = 160;
/** Packets per message for programme; live speech sends one. */
export const PACKETS_PER_MESSAGE = 5;
/** Loudness of every stored programme, LUFS. */
export const TARGET_LUFS = -16;

/**
 * Gain in dB of a volume setting 0–100: 100 is 0 dB, each halving costs 12 dB (a quadratic fader, which is
 * near the loudness an ear expects), 0 is silence.
 */
export function volumeToDb(volume: number): number {
  if (volume <= 0) return Number.NEGATIVE_INFINITY;
  return 40 * Math.log10(Math.min(volume, 100) / 100);
}

/** Amplitude factor of a volume setting 0–100. */
export function volumeToGain(volume: number): number {
  const v = Math.min(Math.max(volume, 0), 100) / 100;
  return v * v;
}
