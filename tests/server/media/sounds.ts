import { writeFileSync } from 'node:fs';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_S16,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVORBIS,
  FF_ENCODER_MPEG4,
  FF_ENCODER_PCM_S16BE,
  FF_ENCODER_PNG,
  FF_ENCODER_WMAV2,
} from 'node-av/constants';
import {
  avGetSampleFmtFromName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib';
import { wavHeader as header } from '../../../contract/protocol/wav.ts';
import { Chain } from '../../../server/sound/files/worker/chain.ts';

/** Sound as a function of time in seconds and channel, −1…1. */
export type Wave = (t: number, channel: number) => number;

export const sine =
  (hertz: number, amplitude: number): Wave =>
  (t) =>
    amplitude * Math.sin(2 * Math.PI * hertz * t);

export interface Shape {
  rate: number;
  channels: number;
  seconds: number;
}

/** Builds a 16-bit PCM WAV file. */
export function wav({ rate, channels, seconds }: Shape, wave: Wave): Buffer {
  const frames = Math.round(rate * seconds);
  const data = Buffer.alloc(frames * channels * 2);
  for (let i = 0; i < frames; i++)
    for (let c = 0; c < channels; c++) {
      const value = Math.max(-1, Math.min(1, wave(i / rate, c)));
      data.writeInt16LE(Math.round(value * 32767), (i * channels + c) * 2);
    }
  return Buffer.concat([wavHeader({ rate, channels, seconds }, data.length), data]);
}

/** Header of a WAV file that claims `bytes` of 16-bit data. */
export function wavHeader({ rate, channels }: Shape, bytes: number): Buffer {
  return Buffer.from(header(rate, bytes, channels));
}

const ENCODERS = {
  mp3: { encoder: FF_ENCODER_LIBMP3LAME, muxer: 'mp3', sampleFormat: 'fltp' },
  flac: { encoder: FF_ENCODER_FLAC, muxer: 'flac', sampleFormat: 's16' },
  vorbis: { encoder: FF_ENCODER_LIBVORBIS, muxer: 'ogg', sampleFormat: 'fltp' },
  opus: { encoder: FF_ENCODER_LIBOPUS, muxer: 'ogg', sampleFormat: 'flt' },
  m4a: { encoder: FF_ENCODER_AAC, muxer: 'ipod', sampleFormat: 'fltp' },
  adts: { encoder: FF_ENCODER_AAC, muxer: 'adts', sampleFormat: 'fltp' },
  /** Fragmented MP4, two seconds per fragment. */
  fmp4: {
    encoder: FF_ENCODER_AAC,
    muxer: 'mp4',
    sampleFormat: 'fltp',
    options: { movflags: '+empty_moov+default_base_moof', frag_duration: '2000000' },
  },
  mka: { encoder: FF_ENCODER_LIBOPUS, muxer: 'matroska', sampleFormat: 'flt' },
  aiff: { encoder: FF_ENCODER_PCM_S16BE, muxer: 'aiff', sampleFormat: 's16' },
  caf: { encoder: FF_ENCODER_PCM_S16BE, muxer: 'caf', sampleFormat: 's16' },
  wma: { encoder: FF_ENCODER_WMAV2, muxer: 'asf', sampleFormat: 'fltp' },
} as const;
export type Encoding = keyof typeof ENCODERS;

function drain(encoder: CodecContext, out: FormatContext): void {
  const packet = new Packet();
  packet.alloc();
  for (;;) {
    const ret = encoder.receivePacketSync(packet);
    if (ret === AVERROR_EAGAIN || ret === AVERROR_EOF) break;
    FFmpegError.throwIfError(ret, 'encode');
    packet.streamIndex = 0;
    packet.rescaleTs(encoder.timeBase, out.streams[0]!.timeBase);
    FFmpegError.throwIfError(out.interleavedWriteFrameSync(packet), 'mux');
  }
  packet.free();
}

function openOutput(
  path: string,
  muxer: string,
  encoder: CodecContext,
  options: Record<string, string> = {},
): FormatContext {
  const out = new FormatContext();
  FFmpegError.throwIfError(out.allocOutputContext2(null, muxer, path), 'mux');
  const stream = out.newStream(null);
  stream.timeBase = encoder.timeBase;
  FFmpegError.throwIfError(stream.codecpar.fromContext(encoder), 'stream');
  FFmpegError.throwIfError(out.openOutputSync(), 'mux');
  FFmpegError.throwIfError(out.writeHeaderSync(Dictionary.fromObject(options)), 'mux');
  return out;
}

/** Writes a sound file in an accepted format, by FFmpeg's encoders. */
export function encodeTo(path: string, encoding: Encoding, shape: Shape, wave: Wave): void {
  const { encoder: name, muxer, sampleFormat, ...more } = ENCODERS[encoding];
  const layout = shape.channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  const codec = Codec.findEncoderByName(name)!;
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = shape.rate;
  encoder.channelLayout = layout;
  encoder.sampleFormat = avGetSampleFmtFromName(sampleFormat);
  encoder.bitRate = 128_000n;
  encoder.timeBase = new Rational(1, shape.rate);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'encoder');
  const out = openOutput(path, muxer, encoder, 'options' in more ? more.options : {});

  const chain = new Chain(
    `aformat=sample_fmts=${sampleFormat},asetnsamples=n=${encoder.frameSize || 1024}:p=0`,
    {
      rate: shape.rate,
      sampleFormat: 's16',
      layout: shape.channels === 1 ? 'mono' : 'stereo',
    },
  );
  const pcm = wav(shape, wave).subarray(44);
  const input = Frame.fromAudioBuffer(pcm, {
    nbSamples: pcm.length / 2 / shape.channels,
    format: AV_SAMPLE_FMT_S16,
    sampleRate: shape.rate,
    channelLayout: layout,
  });
  chain.push(input);
  chain.push(null);
  let pts = 0n;
  for (let frame = chain.pull(); frame; frame = chain.pull()) {
    frame.pts = pts;
    pts += BigInt(frame.nbSamples);
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'encode');
    drain(encoder, out);
  }
  encoder.sendFrameSync(null);
  drain(encoder, out);
  out.writeTrailerSync();
  out.closeOutputSync();
  input.free();
  chain.free();
}

/** Writes a picture, or a silent video, in MP4 or Matroska: one or more grey frames. */
export function picturesTo(path: string, kind: 'png' | 'film' | 'mkv'): void {
  const film = kind !== 'png';
  const codec = Codec.findEncoderByName(film ? FF_ENCODER_MPEG4 : FF_ENCODER_PNG)!;
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = 64;
  encoder.height = 64;
  encoder.pixelFormat = film ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_RGB24;
  encoder.timeBase = new Rational(1, 25);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'encoder');
  const out = openOutput(path, { png: 'image2pipe', film: 'mp4', mkv: 'matroska' }[kind], encoder);
  const frame = Frame.fromVideoBuffer(Buffer.alloc(64 * 64 * (film ? 1.5 : 3), 128), {
    width: 64,
    height: 64,
    format: encoder.pixelFormat,
    timeBase: { num: 1, den: 25 },
  });
  for (let i = 0; i < (film ? 25 : 1); i++) {
    frame.pts = BigInt(i);
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'encode');
    drain(encoder, out);
  }
  encoder.sendFrameSync(null);
  drain(encoder, out);
  out.writeTrailerSync();
  out.closeOutputSync();
}

/** Writes bytes and returns the path. */
export function put(path: string, bytes: Buffer | string): string {
  writeFileSync(path, bytes);
  return path;
}
