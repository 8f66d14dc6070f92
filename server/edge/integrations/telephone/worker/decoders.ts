import { AV_CHANNEL_LAYOUT_MONO } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';
import type { RtpCodec } from '../../../../../contract/entities/terminals/foreign.ts';
import { OpusReader } from '../../../../site/foreign/worker/opusReader.ts';
import { Interpolator } from './interpolator.ts';

/** Decoder of the sound of one call: payloads to mono samples at 48 kHz. */
export interface PhoneDecoder {
  decode(payload: Uint8Array): Float32Array;
  close(): void;
}

const SCALE_16 = 1 / 32_768;
/** Longest payload that is decoded: 60 ms of G.711 or G.722. */
const MAX_BYTES = 480;
const BIAS = 0x84;

/** 16-bit sample of a µ-law code (ITU-T G.711). */
export function sampleOfMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 0x07)) - BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

/** 16-bit sample of an A-law code (ITU-T G.711). */
export function sampleOfALaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 0x07;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}

function g711(sampleOf: (code: number) => number): PhoneDecoder {
  const table = Float32Array.from({ length: 256 }, (_, code) => sampleOf(code) * SCALE_16);
  const rate = new Interpolator(6);
  return {
    decode: (payload) =>
      rate.process(Float32Array.from(payload.subarray(0, MAX_BYTES), (code) => table[code] ?? 0)),
    close() {},
  };
}

/** G.722 by FFmpeg: 16-bit samples at 16 kHz. */
function g722(): PhoneDecoder {
  const codec = Codec.findDecoderByName('g722' as never);
  if (!codec) throw new Error('this build of FFmpeg has no g722');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = 16_000;
  context.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  FFmpegError.throwIfError(context.open2Sync(codec, null), 'g722');
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  const rate = new Interpolator(3);
  return {
    decode(payload) {
      packet.data = Buffer.from(payload.subarray(0, MAX_BYTES));
      let samples = new Float32Array(0);
      if (context.sendPacketSync(packet) === 0 && context.receiveFrameSync(frame) === 0) {
        const [plane] = frame.data ?? [];
        const count = frame.nbSamples;
        if (plane !== undefined)
          samples = Float32Array.from({ length: count }, (_, i) => plane.readInt16LE(i * 2) * SCALE_16);
        frame.unref();
      }
      packet.unref();
      return rate.process(samples);
    },
    close() {
      packet.free();
      frame.free();
      context.freeContext();
    },
  };
}

/** Creates the decoder of a codec that calls offer. */
export function createDecoder(codec: RtpCodec): PhoneDecoder {
  switch (codec) {
    case 'pcmu':
      return g711(sampleOfMuLaw);
    case 'pcma':
      return g711(sampleOfALaw);
    case 'g722':
      return g722();
    case 'opus':
      return new OpusReader();
    case 'l16':
      throw new Error('telephone calls do not use L16');
  }
}
