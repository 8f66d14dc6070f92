/**
 * Decodes one stream of any supported kind from standard input to Opus packets in the format of all
 * programmes, as fast as they are read (`frames.ts`). It opens neither files nor connections, so that a
 * hostile stream can only end this process.
 */
import { writeSync } from 'node:fs';
import { AV_LOG_FATAL } from 'node-av/constants';
import { type Frame, Log } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';
import { breathe, Chain, MONO_48K } from '../../files/worker/chain.ts';
import { METER } from '../../files/worker/loudness.ts';
import { monoFrames } from '../../files/worker/mono.ts';
import type { Source } from '../../files/worker/source.ts';
import { type DecoderFacts, frameKind, frameOf, SPEECH, SPEECH_AHEAD } from './frames.ts';
import { StreamLevel } from './level.ts';
import { codecName, openInput, SPEECH_PROBE_US } from './open.ts';
import { createPacketEncoder, LIMITER, pullFrames } from './packets.ts';
import { decodeSpeech, warmUp } from './speechDecoder.ts';

const PACKET_S = PACKET_SAMPLES / SAMPLE_RATE;
/** The meter writes its values once per 100 ms. */
const METER_S = 0.1;

/** Blocks while the pipe is full: back-pressure of the server. */
function put(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
function emit(facts: DecoderFacts): void {
  put(frameOf(frameKind.facts, Buffer.from(JSON.stringify(facts))));
}

async function decode(source: Source, encode: (frame: Frame) => void): Promise<void> {
  const meter = new Chain(`${METER},aformat=sample_fmts=flt,asetnsamples=n=${PACKET_SAMPLES}:p=0`, MONO_48K);
  const limiter = new Chain(
    `${LIMITER},aformat=sample_fmts=flt,asetnsamples=n=${PACKET_SAMPLES}:p=0`,
    MONO_48K,
  );
  const level = new StreamLevel();
  let sinceMeasuredS = 0;

  function measure(frame: Frame): void {
    sinceMeasuredS += PACKET_S;
    if (sinceMeasuredS < METER_S) return;
    const values = frame.getMetadata();
    const lufs = values.get('lavfi.r128.S');
    // Freed explicitly, as in the meter of files (server/sound/files/worker/loudness.ts).
    values.free();
    if (lufs !== null) level.measured(Number(lufs), sinceMeasuredS);
    sinceMeasuredS = 0;
  }

  const stats = { good: 0, damaged: 0 };
  for (const frame of monoFrames(source, Number.POSITIVE_INFINITY, 'all', stats, () => {})) {
    meter.push(frame);
    for (const measured of pullFrames(meter)) {
      measure(measured);
      level.apply(measured);
      limiter.push(measured);
      for (const limited of pullFrames(limiter)) encode(limited);
    }
    await breathe();
  }
}

Log.setLevel(AV_LOG_FATAL);
try {
  const [, , argument] = process.argv;
  const isSpeech = argument === SPEECH || argument === SPEECH_AHEAD;
  if (argument === SPEECH_AHEAD) await warmUp();
  const source = openInput(isSpeech ? SPEECH_PROBE_US : undefined);
  const bitrate = Math.round(Number(source.stream.codecpar.bitRate) / 1000);
  emit({ codec: codecName(source.codec), bitrate: bitrate > 0 ? bitrate : 0 });
  const encode = createPacketEncoder((packet) => put(frameOf(frameKind.packet, packet)));
  await (isSpeech ? decodeSpeech(source, encode) : decode(source, encode));
} catch (error) {
  // The server has exited: nobody reads the reason.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') emit({ refused: String(error) });
}
