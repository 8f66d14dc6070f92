/** Largest magnitude that µ-law encodes, and the bias of its segments, of 16-bit samples. */
const CLIP = 32_635;
const BIAS = 0x84;

/** µ-law code of a 16-bit sample (ITU-T G.711). */
export function muLawOf(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

/** A-law code of a 16-bit sample (ITU-T G.711). */
export function aLawOf(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  // Negative samples are encoded as one's complement.
  const magnitude = Math.min(sample < 0 ? -sample - 1 : sample, 0x7fff) >> 3;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude | 1) - 4);
  const mantissa = exponent < 2 ? magnitude >> 1 : magnitude >> exponent;
  const code = (exponent << 4) | (mantissa & 0x0f);
  return (sign | code) ^ 0x55;
}
