import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import type { SoundCodec } from '../../../../contract/entities/terminals/foreign.ts';
import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';
import { Decimator } from './decimator.ts';
import { aLawOf, muLawOf } from './g711.ts';

/** Encoder of one stream: 20 ms of mono sound at 48 kHz at a time. */
export interface SlotEncoder {
  encode(samples: Float32Array): Uint8Array;
  close(): void;
}

/** Properties of a codec in RTP. */
export interface CodecFormat {
  /** Payload type: of RFC 3551, or a dynamic one. */
  payloadType: number;
  /** Rate of the timestamp, Hz; 8,000 for G.722 for historical reasons (RFC 3551, 4.5.2). */
  clockRate: number;
  /** Name in SDP. */
  rtpmap: string;
  /** Bytes of each millisecond; null: each encoded slot is one packet. */
  bytesPerMs: number | null;
}

export const formats: Record<SoundCodec, CodecFormat> = {
  pcmu: { payloadType: 0, clockRate: 8_000, rtpmap: 'PCMU/8000', bytesPerMs: 8 },
  pcmu16: { payloadType: 98, clockRate: 16_000, rtpmap: 'PCMU/16000', bytesPerMs: 16 },
  pcma: { payloadType: 8, clockRate: 8_000, rtpmap: 'PCMA/8000', bytesPerMs: 8 },
  g722: { payloadType: 9, clockRate: 8_000, rtpmap: 'G722/8000', bytesPerMs: 8 },
  l16: { payloadType: 96, clockRate: 48_000, rtpmap: 'L16/48000', bytesPerMs: 96 },
  opus: { payloadType: 97, clockRate: 48_000, rtpmap: 'opus/48000/2', bytesPerMs: null },
};

const FULL_SCALE = 32_767;
const OPUS_RATE = 64_000n;

function int16Of(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * FULL_SCALE);
}

/** Encoder whose every sample has one code. @param factor 48 kHz divided by its rate */
function g711(codeOf: (sample: number) => number, factor = 6): SlotEncoder {
  const decimator = new Decimator(factor);
  return {
    encode: (samples) => Uint8Array.from(decimator.process(samples), (value) => codeOf(int16Of(value))),
    close() {},
  };
}

const l16: SlotEncoder = {
  encode(samples) {
    const view = new DataView(new ArrayBuffer(samples.length * 2));
    for (const [i, value] of samples.entries()) view.setInt16(i * 2, int16Of(value));
    return new Uint8Array(view.buffer);
  },
  close() {},
};

interface LibraryCodec {
  name: string;
  sampleRate: number;
  format: typeof AV_SAMPLE_FMT_S16 | typeof AV_SAMPLE_FMT_FLT;
  bitRate: bigint;
  options: Record<string, string>;
  /** Samples of a slot in the format of the encoder. */
  toBytes(samples: Float32Array): Buffer;
}

/** Encoder of FFmpeg. */
function library({ name, sampleRate, format, bitRate, options, toBytes }: LibraryCodec): SlotEncoder {
  const codec = Codec.findEncoderByName(name as never);
  if (!codec) throw new Error(`this build of FFmpeg has no ${name}`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = sampleRate;
  context.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  context.sampleFormat = format;
  context.bitRate = bitRate;
  context.timeBase = new Rational(1, sampleRate);
  const nbSamples = (PACKET_SAMPLES * sampleRate) / SAMPLE_RATE;
  // Options go to the context before it is opened: given to `open` they crash the process at its end.
  for (const [key, value] of Object.entries(options))
    FFmpegError.throwIfError(context.setOption(key, value), key);
  FFmpegError.throwIfError(context.open2Sync(codec, null), name);
  const packet = new Packet();
  packet.alloc();
  let at = 0n;
  return {
    encode(samples) {
      const frame = Frame.fromAudioBuffer(toBytes(samples), {
        sampleRate,
        nbSamples,
        format,
        channelLayout: AV_CHANNEL_LAYOUT_MONO,
      });
      frame.pts = at;
      at += BigInt(nbSamples);
      FFmpegError.throwIfError(context.sendFrameSync(frame), name);
      frame.free();
      const parts: Uint8Array[] = [];
      while (context.receivePacketSync(packet) === 0) {
        parts.push(new Uint8Array(packet.data ?? []));
        packet.unref();
      }
      return parts.length === 1 ? (parts[0] as Uint8Array) : new Uint8Array(Buffer.concat(parts));
    },
    close() {
      packet.free();
      context.freeContext();
    },
  };
}

function g722(): SlotEncoder {
  const decimator = new Decimator(3);
  return library({
    name: 'g722',
    sampleRate: 16_000,
    format: AV_SAMPLE_FMT_S16,
    bitRate: OPUS_RATE,
    options: {},
    toBytes: (samples) => Buffer.from(Int16Array.from(decimator.process(samples), int16Of).buffer),
  });
}

function opus(): SlotEncoder {
  return library({
    name: FF_ENCODER_LIBOPUS,
    sampleRate: SAMPLE_RATE,
    format: AV_SAMPLE_FMT_FLT,
    bitRate: OPUS_RATE,
    options: { vbr: 'off', application: 'audio', frame_duration: '20' },
    toBytes: (samples) => Buffer.from(new Float32Array(samples).buffer),
  });
}

/** Creates the encoder of a codec. */
export function createEncoder(codec: SoundCodec): SlotEncoder {
  switch (codec) {
    case 'pcmu':
      return g711(muLawOf);
    case 'pcmu16':
      return g711(muLawOf, 3);
    case 'pcma':
      return g711(aLawOf);
    case 'g722':
      return g722();
    case 'l16':
      return l16;
    case 'opus':
      return opus();
  }
}
