import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext } from 'node-av/lib';
import type { Source } from '../../files/worker/source.ts';

/** Allowed containers and decoders of streams; none of them opens anything else. */
const DEMUXERS = 'mp3,aac,ogg,flac,mov,mpegts,wav';
const DECODERS = [
  'mp3float,mp3,mp2float,mp2,aac,aac_latm,alac,flac,vorbis,libvorbis,opus,libopus,ac3,eac3',
  'pcm_s16le,pcm_s24le,pcm_u8,pcm_f32le,pcm_alaw,pcm_mulaw,pcm_s16be',
].join(',');
/** Limits of probing, bytes and µs: enough for MPEG-TS with video, and short for a slow station. */
const PROBE_BYTES = '262144';
const PROBE_US = 1_500_000;
/** Probing time of speech, µs: a few frames. */
export const SPEECH_PROBE_US = 100_000;

/**
 * Opens the stream on standard input.
 * @param probeUs maximum probing time, µs of sound
 * @throws Error with the reason, for the log
 */
export function openInput(probeUs = PROBE_US): Source {
  const context = new FormatContext();
  const options = Dictionary.fromObject({
    protocol_whitelist: 'pipe',
    format_whitelist: DEMUXERS,
    codec_whitelist: DECODERS,
    probesize: PROBE_BYTES,
    analyzeduration: String(probeUs),
  });
  if (context.openInputSync('pipe:0', null, options) < 0) throw new Error('no container that is accepted');
  if (context.findStreamInfoSync(null) < 0) throw new Error('its streams cannot be read');
  const index = context.findBestStream(AVMEDIA_TYPE_AUDIO);
  const stream = context.streams[index];
  if (index < 0 || !stream) throw new Error('no sound in it');
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec?.name || !DECODERS.split(',').includes(codec.name))
    throw new Error(`codec ${codec?.name ?? stream.codecpar.codecId} is not accepted`);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  if (decoder.parametersToContext(stream.codecpar) < 0 || decoder.open2Sync(codec, null) < 0)
    throw new Error('the decoder cannot be opened');
  decoder.pktTimebase = stream.timeBase;
  return { context, stream, decoder, codec: codec.name, bytes: 1 };
}

const NAMES: readonly [RegExp, string][] = [
  [/^mp3/, 'MP3'],
  [/^mp2/, 'MP2'],
  [/^aac/, 'AAC'],
  [/opus/, 'Opus'],
  [/vorbis/, 'Vorbis'],
  [/^flac/, 'FLAC'],
  [/^alac/, 'ALAC'],
  [/^e?ac3/, 'AC-3'],
  [/^pcm/, 'PCM'],
];

/** Common name of a codec. */
export function codecName(codec: string): string {
  return NAMES.find(([pattern]) => pattern.test(codec))?.[1] ?? codec;
}
