/** Size of the WAV header of `wavHeader`, bytes; the samples follow. */
export const WAV_HEADER_BYTES = 44;

/** Most bytes of samples that a WAV header can declare. */
export const WAV_MAX_DATA_BYTES = 0xffff_ffff - WAV_HEADER_BYTES - (0xffff_ffff % 2);

/** Header of a WAV file of 16-bit PCM. `rate`: samples a second of each channel; `bytes`: of all samples. */
export function wavHeader(rate: number, bytes: number, channels = 1): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) header[at + i] = letters.charCodeAt(i);
  };
  text(0, 'RIFF');
  view.setUint32(4, Math.min(WAV_HEADER_BYTES - 8 + bytes, 0xffff_ffff), true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, bytes, true);
  return header;
}

/**
 * Header of a WAV stream of 32-bit float samples of unknown length. FFmpeg probes 64 KiB of a stream of 16-bit PCM,
 * three seconds of speech, for other formats packed as PCM before it outputs any of it; float samples it does not
 * probe.
 */
export function floatWavHeader(rate: number, channels = 1): Uint8Array<ArrayBuffer> {
  const header = wavHeader(rate, 0, channels);
  const view = new DataView(header.buffer);
  view.setUint16(20, 3, true);
  view.setUint32(28, rate * channels * 4, true);
  view.setUint16(32, channels * 4, true);
  view.setUint16(34, 32, true);
  return header;
}
