import { PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';

/** Decodes the Opus packets of one stream with WebCodecs; `hear` gets 48 kHz samples and their media time. */
export class StreamDecoder {
  #decoder: AudioDecoder;
  readonly #hear: (atUs: number, pcm: Float32Array) => void;

  constructor(hear: (atUs: number, pcm: Float32Array) => void) {
    this.#hear = hear;
    this.#decoder = this.#create();
  }

  /** Takes a binary frame as it came. */
  decode(bytes: Uint8Array): void {
    const frame = decodeAudioFrame(bytes);
    if (!frame) return;
    if (this.#decoder.state === 'closed') this.#decoder = this.#create();
    let timestamp = frame.at_us;
    for (const data of frame.packets) {
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
      timestamp += PACKET_US;
    }
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close();
  }

  #create(): AudioDecoder {
    const decoder = new AudioDecoder({
      output: (data) => {
        const pcm = new Float32Array(data.numberOfFrames);
        data.copyTo(pcm, { planeIndex: 0, format: 'f32-planar' });
        // Some come back a microsecond off; media times are whole milliseconds.
        this.#hear(Math.round(data.timestamp / 1e3) * 1e3, pcm);
        data.close();
      },
      // A packet that is not Opus closes the decoder; the next frame gets a new one.
      error: () => {},
    });
    decoder.configure({ codec: 'opus', sampleRate: SAMPLE_RATE, numberOfChannels: 1 });
    return decoder;
  }
}
