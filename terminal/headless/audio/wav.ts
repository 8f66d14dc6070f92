import { closeSync, openSync, writeSync } from 'node:fs';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { WAV_HEADER_BYTES, WAV_MAX_DATA_BYTES, wavHeader } from '../../../contract/protocol/wav.ts';

/** Interval of updating the header, samples, so that the file is valid even after a kill. */
const REFRESH_SAMPLES = SAMPLE_RATE;
/** Writes playback as a mono 16-bit WAV file at 48 kHz that is valid at every second. */
export class WavWriter {
  readonly #file: number;
  #bytes = 0;
  #headerBytes = 0;

  /** Creates or replaces `path`; throws on failure. */
  constructor(path: string) {
    this.#file = openSync(path, 'w');
    this.#writeHeader();
  }

  add(samples: Float32Array): void {
    const data = Buffer.alloc(Math.min(samples.length * 2, WAV_MAX_DATA_BYTES - this.#bytes));
    for (let i = 0; i * 2 < data.length; i++) data.writeInt16LE(toInt16(samples[i] as number), i * 2);
    writeSync(this.#file, data, 0, data.length, WAV_HEADER_BYTES + this.#bytes);
    this.#bytes += data.length;
    if (this.#bytes - this.#headerBytes >= REFRESH_SAMPLES * 2) this.#writeHeader();
  }

  close(): void {
    this.#writeHeader();
    closeSync(this.#file);
  }

  #writeHeader(): void {
    writeSync(this.#file, wavHeader(SAMPLE_RATE, this.#bytes), 0, WAV_HEADER_BYTES, 0);
    this.#headerBytes = this.#bytes;
  }
}

function toInt16(x: number): number {
  return Math.round(Math.min(Math.max(x, -1), 1) * 32_767);
}
