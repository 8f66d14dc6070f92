/**
 * Decodes one stream: reads it on standard input, whatever it is, and writes Opus as every programme has it, as fast as
 * it is taken (`frames.ts`). It opens neither files nor connections, so that a hostile stream can only end this process.
 */
import { writeSync } from 'node:fs';
import { AV_LOG_FATAL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, type Frame, Log, Packet } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/audio.ts';
import { breathe, Chain, MONO_48K } from '../../media/worker/chain.ts';
import { METER } from '../../media/worker/loudness.ts';
import { monoFrames } from '../../media/worker/mono.ts';
import { openOpusEncoder } from '../../media/worker/opus.ts';
import type { Source } from '../../media/worker/source.ts';
import { type DecoderFacts, frameKind, frameOf } from './frames.ts';
import { StreamLevel } from './level.ts';
import { codecName, openInput } from './open.ts';

const PACKET_S = PACKET_SAMPLES / SAMPLE_RATE;
/** The meter writes its figures once per 100 ms. */
const METER_S = 0.1;
/** Just below full scale: Opus lets peaks grow a little. */
const LIMITER = 'alimiter=limit=0.84:attack=5:release=50:level=0:latency=1';

/** Waits while the pipe is full: that is how the server slows us down. */
function put(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
function say(facts: DecoderFacts): void {
  put(frameOf(frameKind.facts, Buffer.from(JSON.stringify(facts))));
}

function* pulled(chain: Chain): Generator<Frame> {
  for (let frame = chain.pull(); frame; frame = chain.pull()) yield frame;
}

async function decode(source: Source): Promise<void> {
  const meter = new Chain(`${METER},aformat=sample_fmts=flt,asetnsamples=n=${PACKET_SAMPLES}:p=0`, MONO_48K);
  const limiter = new Chain(
    `${LIMITER},aformat=sample_fmts=flt,asetnsamples=n=${PACKET_SAMPLES}:p=0`,
    MONO_48K,
  );
  const encoder = openOpusEncoder();
  const packet = new Packet();
  packet.alloc();
  const level = new StreamLevel();
  let samples = 0n;
  let sinceMeasured_s = 0;

  function encode(frame: Frame): void {
    // Only whole packets: a stream has no end that would be missed.
    if (frame.nbSamples !== PACKET_SAMPLES) return;
    frame.pts = samples;
    samples += BigInt(frame.nbSamples);
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'opus encoder');
    for (;;) {
      const got = encoder.receivePacketSync(packet);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      FFmpegError.throwIfError(got, 'opus encoder');
      if (packet.data) put(frameOf(frameKind.packet, packet.data));
      packet.unref();
    }
  }
  function measure(frame: Frame): void {
    sinceMeasured_s += PACKET_S;
    if (sinceMeasured_s < METER_S) return;
    const values = frame.getMetadata();
    const lufs = values.get('lavfi.r128.S');
    // Freed by hand, as in the meter of files.
    values.free();
    if (lufs !== null) level.measured(Number(lufs), sinceMeasured_s);
    sinceMeasured_s = 0;
  }

  const stats = { good: 0, damaged: 0 };
  for (const frame of monoFrames(source, Number.POSITIVE_INFINITY, 'all', stats, () => {})) {
    meter.push(frame);
    for (const measured of pulled(meter)) {
      measure(measured);
      level.apply(measured);
      limiter.push(measured);
      for (const limited of pulled(limiter)) encode(limited);
    }
    await breathe();
  }
}

Log.setLevel(AV_LOG_FATAL);
try {
  const source = openInput();
  const bitrate = Math.round(Number(source.stream.codecpar.bitRate) / 1000);
  say({ codec: codecName(source.codec), bitrate: bitrate > 0 ? bitrate : 0 });
  await decode(source);
} catch (error) {
  // The server gone is no reason to speak.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') say({ refused: String(error) });
}
