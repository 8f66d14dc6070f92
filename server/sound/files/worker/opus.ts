import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Rational } from 'node-av/lib';
import { PACKET_SAMPLES, PROGRAMME_PACKET_BYTES, SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';

const BIT_RATE = (PROGRAMME_PACKET_BYTES * 8 * SAMPLE_RATE) / PACKET_SAMPLES;

/**
 * Opens the Opus encoder of all programmes: 48 kHz, mono, packets of 20 ms and 160 bytes. Takes float frames
 * of 960 samples.
 */
export function openOpusEncoder(): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBOPUS);
  if (!codec) throw new Error('this build of FFmpeg has no libopus');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SAMPLE_RATE;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLT;
  encoder.bitRate = BigInt(BIT_RATE);
  encoder.timeBase = new Rational(1, SAMPLE_RATE);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // Set on the encoder, not passed to open2: the binding frees such a dictionary twice when the process ends.
  for (const [name, value] of Object.entries({ vbr: 'off', application: 'audio', frame_duration: '20' })) {
    FFmpegError.throwIfError(encoder.setOption(name, value), `opus option ${name}`);
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'opus encoder');
  return encoder;
}
