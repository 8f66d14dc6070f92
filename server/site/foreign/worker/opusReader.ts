import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';

const SCALE_16 = 1 / 32_768;

/** Decodes the Opus packets of one stream. */
export class OpusReader {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();

  constructor() {
    const codec = Codec.findDecoderByName('libopus' as never);
    if (!codec) throw new Error('this build of FFmpeg has no libopus');
    this.#context.allocContext3(codec);
    this.#context.sampleRate = SAMPLE_RATE;
    this.#context.channelLayout = AV_CHANNEL_LAYOUT_MONO;
    FFmpegError.throwIfError(this.#context.open2Sync(codec, null), 'libopus');
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /** Decodes a packet of 20 ms to 960 samples; silence for one that is damaged. */
  decode(bytes: Uint8Array): Float32Array {
    this.#packet.data = Buffer.from(bytes);
    const out = new Float32Array(PACKET_SAMPLES);
    if (
      this.#context.sendPacketSync(this.#packet) === 0 &&
      this.#context.receiveFrameSync(this.#frame) === 0
    ) {
      const [plane] = this.#frame.data ?? [];
      if (plane !== undefined) this.#read(plane, out);
      this.#frame.unref();
    }
    this.#packet.unref();
    return out;
  }

  #read(plane: Buffer, out: Float32Array): void {
    const { buffer, byteOffset } = plane;
    if (this.#frame.format === AV_SAMPLE_FMT_FLT) {
      out.set(new Float32Array(buffer.slice(byteOffset, byteOffset + out.byteLength)));
      return;
    }
    const samples = new Int16Array(buffer.slice(byteOffset, byteOffset + out.length * 2));
    for (const [i, sample] of samples.entries()) out[i] = sample * SCALE_16;
  }

  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
  }
}
