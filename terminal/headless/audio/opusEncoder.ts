import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT, FF_ENCODER_LIBOPUS } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/** Bits per second of a programme, and of live speech: 160 and 80 bytes a packet. */
const PROGRAMME_RATE = 64_000;
export const SPEECH_RATE = 32_000;

/** Encodes mono sound at 48 kHz as Opus, 20 ms at a time; every packet has the same length. */
export class OpusEncoder {
  readonly #encoder = new CodecContext();
  readonly #packet = new Packet();
  #samples = 0;

  /** `application`: `voip` for speech, `audio` for programme; `lowdelay` looks 2.5 ms ahead instead of 6.5. */
  constructor(application: 'voip' | 'audio' | 'lowdelay' = 'audio', bitRate: number = PROGRAMME_RATE) {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBOPUS);
    if (!codec) throw new Error('no libopus');
    const encoder = this.#encoder;
    encoder.allocContext3(codec);
    encoder.sampleRate = SAMPLE_RATE;
    encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
    encoder.sampleFormat = AV_SAMPLE_FMT_FLT;
    encoder.bitRate = BigInt(bitRate);
    encoder.timeBase = new Rational(1, SAMPLE_RATE);
    // Options go to the context before it is opened: given to `open` they crash the process at its end.
    for (const [name, value] of Object.entries({ vbr: 'off', application, frame_duration: '20' }))
      FFmpegError.throwIfError(encoder.setOption(name, value), name);
    FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open');
    this.#packet.alloc();
  }

  /** Encodes 960 samples; returns the packets that are ready, usually one. */
  encode(samples: Float32Array): Uint8Array[] {
    const own = new Float32Array(samples);
    const frame = Frame.fromAudioBuffer(Buffer.from(own.buffer), {
      sampleRate: SAMPLE_RATE,
      nbSamples: PACKET_SAMPLES,
      format: AV_SAMPLE_FMT_FLT,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
    });
    frame.pts = BigInt(this.#samples);
    this.#samples += PACKET_SAMPLES;
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(frame), 'send');
    frame.free();
    return this.#drain();
  }

  /** Flushes the remaining packets and frees the encoder. */
  end(): Uint8Array[] {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(null), 'end');
    const rest = this.#drain();
    this.#packet.free();
    this.#encoder.freeContext();
    return rest;
  }

  #drain(): Uint8Array[] {
    const packets: Uint8Array[] = [];
    while (this.#encoder.receivePacketSync(this.#packet) === 0) {
      packets.push(new Uint8Array(this.#packet.data ?? []));
      this.#packet.unref();
    }
    return packets;
  }
}
