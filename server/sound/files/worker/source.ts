import { statSync } from 'node:fs';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { endOfSound, nextLink } from './edges.ts';
import { DECODERS, DEMUXERS, looksLikeAudio, looksLikeFilm, readAt } from './formats.ts';
import { Refused } from './refused.ts';

/** FFmpeg's AVPROBE_SCORE_RETRY: at or below it a guess of `mp3` or `aac` may be noise. */
const DOUBTFUL_SCORE = 25;
/** Consecutive frames that confirm such a guess. */
const CONVINCING_FRAMES = 4;
/** Bits of an MPEG audio header that are constant in a stream: sync, version, layer, sampling rate. */
const SAME_STREAM = 0xfffe0c00;

/** Opened sound file and its selected audio stream. */
export interface Source {
  context: FormatContext;
  stream: Stream;
  decoder: CodecContext;
  codec: string;
  bytes: number;
  /** End of the sound, bytes; anything after it is a tag. */
  end?: number;
  /** Opens the stream that is chained in the same file after this byte; null if there is none. */
  next?: (behind: number) => Source | null;
}

/** Bytes of a file's head that identify its format. */
const HEAD_BYTES = 64;

/** Opens a file, or the stream chained in it at `from`. */
function openContext(path: string, from = 0): FormatContext | null {
  const context = new FormatContext();
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: DEMUXERS,
    codec_whitelist: DECODERS,
    skip_initial_bytes: String(from),
  });
  // `file:` keeps FFmpeg from interpreting a scheme or an image pattern in the name.
  return context.openInputSync(`file:${path}`, null, options) < 0 ? null : context;
}

/**
 * Tells if the file starts with MPEG audio frames that follow each other without a gap and agree in version,
 * layer and rate: a recording cut out of a stream, which starts in the middle of a frame, and not noise.
 */
function framesFollow(path: string): boolean {
  const context = openContext(path);
  const packet = new Packet();
  packet.alloc();
  let header: number | undefined;
  let end = -1n;
  let count = 0;
  while (context && count < CONVINCING_FRAMES && context.readFrameSync(packet) >= 0) {
    if (packet.size < 4) break;
    const own = (packet.data?.readUInt32BE(0) ?? 0) & SAME_STREAM;
    if (header !== undefined && (own !== header || packet.pos !== end)) break;
    header = own;
    end = packet.pos + BigInt(packet.size);
    count++;
    packet.unref();
  }
  packet.free();
  return count === CONVINCING_FRAMES;
}

/**
 * Opens a file by its content, whatever its name, or the stream chained in it at byte `from`.
 * @throws Refused
 */
export function openSource(path: string, from = 0): Source {
  const bytes = statSync(path).size;
  if (bytes === 0) throw new Refused('media.fileEmpty', 'no bytes');
  const head = readAt(path, from, HEAD_BYTES);
  if (looksLikeFilm(head)) throw new Refused('media.film', 'has a container of films');
  const known = looksLikeAudio(head);
  const failed = known ? 'media.fileBroken' : 'media.notAudio';

  const context = openContext(path, from);
  if (!context) throw new Refused(failed, 'cannot be opened');
  if (!known && context.probeScore <= DOUBTFUL_SCORE && !framesFollow(path)) {
    throw new Refused('media.notAudio', `${context.iformat?.name} only by a score of ${context.probeScore}`);
  }
  if (context.findStreamInfoSync(null) < 0) throw new Refused(failed, 'streams cannot be read');
  const streams = context.streams;
  const film = streams.some(
    (s) => s.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !s.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  if (film) throw new Refused('media.film', 'has moving pictures');
  const index = context.findBestStream(AVMEDIA_TYPE_AUDIO);
  const stream = streams[index];
  if (index < 0 || !stream) throw new Refused(failed, 'no audio stream');
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec?.name || !DECODERS.split(',').includes(codec.name)) {
    throw new Refused('media.coding', `codec ${codec?.name ?? stream.codecpar.codecId} is not accepted`);
  }
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  if (decoder.parametersToContext(stream.codecpar) < 0 || decoder.open2Sync(codec, null) < 0) {
    throw new Refused('media.fileBroken', 'decoder cannot be opened');
  }
  decoder.pktTimebase = stream.timeBase;
  const source: Source = { context, stream, decoder, codec: codec.name, bytes };
  if (context.iformat?.name === 'mp3') source.end = endOfSound(path, bytes);
  if (context.iformat?.name === 'ogg') source.next = (behind) => openLink(path, behind, bytes);
  return source;
}

/** Opens the next stream of a chained Ogg file after a byte; null if there is none that can be read. */
function openLink(path: string, behind: number, bytes: number): Source | null {
  const from = nextLink(path, behind + 1, bytes);
  if (from === null) return null;
  try {
    return openSource(path, from);
  } catch {
    return null;
  }
}

/** Length that the file declares, seconds; 0 if none. */
export function declaredSeconds(source: Source): number {
  const { duration, timeBase } = source.stream;
  const ofStream = (Number(duration) * timeBase.num) / timeBase.den;
  const ofFile = Number(source.context.duration) / 1_000_000;
  const known = ofStream > 0 ? ofStream : ofFile;
  return Number.isFinite(known) && known > 0 ? known : 0;
}

/** Damaged packets at the start after which decoding is given up. */
const HOPELESS = 200;

/** Counters of good frames and damaged packets. */
export interface DecodeStats {
  good: number;
  damaged: number;
}

/**
 * Decodes the stream from its position to its end, and the streams chained after it. Each frame yielded is
 * the same object, valid until the next. Packets that cannot be decoded are counted and skipped, so that a
 * truncated or damaged file is still usable.
 * @throws Refused `media.fileBroken` when it starts with damaged packets only
 */
export function* decodedFrames(source: Source, stats: DecodeStats): Generator<Frame> {
  const place = { at: 0 };
  let each: Source | null | undefined = source;
  while (each) {
    const ended: boolean = yield* framesOfOne(each, stats, place);
    // FFmpeg continues with the next chained stream itself, but not when the rate or the channels change.
    each = ended ? null : each.next?.(place.at);
  }
}

/**
 * Decodes one stream until the file ends (true), or can be read no further (false). `place` is the byte of
 * the last packet.
 */
function* framesOfOne(source: Source, stats: DecodeStats, place: { at: number }): Generator<Frame, boolean> {
  const { context, stream, decoder, end = Number.POSITIVE_INFINITY } = source;
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  let read = 0;
  for (let open = true; open; ) {
    read = context.readFrameSync(packet);
    // A read error in the middle ends the file there, like a truncation.
    if (read < 0 || Number(packet.pos) >= end) open = false;
    else {
      place.at = Math.max(place.at, Number(packet.pos));
      if (packet.streamIndex !== stream.index) {
        packet.unref();
        continue;
      }
    }
    const sent = decoder.sendPacketSync(open ? packet : null);
    packet.unref();
    if (sent < 0 && sent !== AVERROR_EAGAIN && sent !== AVERROR_EOF) stats.damaged++;
    if (stats.good === 0 && stats.damaged >= HOPELESS)
      throw new Refused('media.fileBroken', `the first ${HOPELESS} packets are damaged`);
    for (;;) {
      const got = decoder.receiveFrameSync(frame);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) break;
      if (got < 0) {
        stats.damaged++;
        break;
      }
      stats.good++;
      yield frame;
      frame.unref();
    }
  }
  packet.free();
  frame.free();
  return read >= 0 || read === AVERROR_EOF;
}
