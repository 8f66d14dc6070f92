import { closeSync, openSync, writeSync } from 'node:fs';
import { SAMPLE_RATE } from '../../contract/audio.ts';

const HEADER_BYTES = 44;
/** The header is made right this often, so that the file is whole even after a kill, samples. */
const REFRESH_SAMPLES = SAMPLE_RATE;
/** What a WAV header can say. */
const MAX_DATA_BYTES = 0xffff_ffff - HEADER_BYTES - (0xffff_ffff % 2);

/** Writes what is heard as a mono 16-bit WAV file at 48 kHz, whole at every second. */
export class WavWriter {
  private readonly file: number;
  private bytes = 0;
  private told = 0;

  /** Creates or replaces `path`; throws when that is not possible. */
  constructor(path: string) {
    this.file = openSync(path, 'w');
    this.writeHeader();
  }

  add(samples: Float32Array): void {
    const data = Buffer.alloc(Math.min(samples.length * 2, MAX_DATA_BYTES - this.bytes));
    for (let i = 0; i * 2 < data.length; i++) data.writeInt16LE(toInt16(samples[i] as number), i * 2);
    writeSync(this.file, data, 0, data.length, HEADER_BYTES + this.bytes);
    this.bytes += data.length;
    if (this.bytes - this.told >= REFRESH_SAMPLES * 2) this.writeHeader();
  }

  close(): void {
    this.writeHeader();
    closeSync(this.file);
  }

  private writeHeader(): void {
    const header = Buffer.alloc(HEADER_BYTES);
    header.write('RIFF', 0);
    header.writeUInt32LE(HEADER_BYTES - 8 + this.bytes, 4);
    header.write('WAVEfmt ', 8);
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(1, 20);
    header.writeUInt16LE(1, 22);
    header.writeUInt32LE(SAMPLE_RATE, 24);
    header.writeUInt32LE(SAMPLE_RATE * 2, 28);
    header.writeUInt16LE(2, 32);
    header.writeUInt16LE(16, 34);
    header.write('data', 36);
    header.writeUInt32LE(this.bytes, 40);
    writeSync(this.file, header, 0, HEADER_BYTES, 0);
    this.told = this.bytes;
  }
}

function toInt16(x: number): number {
  return Math.round(Math.min(Math.max(x, -1), 1) * 32_767);
}
