import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT, FF_ENCODER_LIBOPUS } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/audio.ts';

/** Mono Opus packets of 160 bytes, as a programme has them, of `seconds` of `signal(t)`. */
export function encodeSignal(signal: (seconds: number) => number, seconds: number): Uint8Array[] {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBOPUS);
  if (!codec) throw new Error('no libopus');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SAMPLE_RATE;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLT;
  encoder.bitRate = 64_000n;
  encoder.timeBase = new Rational(1, SAMPLE_RATE);
  for (const [name, value] of Object.entries({ vbr: 'off', application: 'audio', frame_duration: '20' })) {
    FFmpegError.throwIfError(encoder.setOption(name, value), name);
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open');
  const packet = new Packet();
  packet.alloc();
  const packets: Uint8Array[] = [];
  const drain = () => {
    while (encoder.receivePacketSync(packet) === 0) {
      packets.push(new Uint8Array(packet.data ?? []));
      packet.unref();
    }
  };
  const frames = Math.round((seconds * SAMPLE_RATE) / PACKET_SAMPLES);
  for (let f = 0; f < frames; f++) {
    const samples = new Float32Array(PACKET_SAMPLES);
    for (let i = 0; i < PACKET_SAMPLES; i++) samples[i] = signal((f * PACKET_SAMPLES + i) / SAMPLE_RATE);
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
      sampleRate: SAMPLE_RATE,
      nbSamples: PACKET_SAMPLES,
      format: AV_SAMPLE_FMT_FLT,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
    });
    frame.pts = BigInt(f * PACKET_SAMPLES);
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'send');
    frame.free();
    drain();
  }
  FFmpegError.throwIfError(encoder.sendFrameSync(null), 'end');
  drain();
  packet.free();
  encoder.freeContext();
  return packets;
}

/** A sine of `hz` with this RMS level, dBFS. */
export function sine(hz: number, rmsDb: number): (seconds: number) => number {
  const peak = Math.SQRT2 * 10 ** (rmsDb / 20);
  return (t) => peak * Math.sin(2 * Math.PI * hz * t);
}
