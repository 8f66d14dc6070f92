import { z } from 'zod';
import type { MessageKey } from '../../../contract/api/errors.ts';

/**
 * Protocol between the server and the media worker: one JSON object as the worker's argument, then JSON lines
 * on its standard output, the last of which is a result or a refusal
 * (docs/decisions/0010-programme-packets.md).
 */

/** Reasons why a file cannot become a programme; each is a key of the message catalogue. */
export const refusalReasons = [
  /** Empty: no bytes, or a valid header without a sample. */
  'media.fileEmpty',
  /** No sound file: text, a picture, a playlist, a format outside the list. */
  'media.notAudio',
  /** A container of the list, whose sound has a coding outside it. */
  'media.coding',
  /** Contains video. */
  'media.film',
  /** Header of a sound file with content that cannot be decoded. */
  'media.fileBroken',
  /** Declares or decodes to more than the longest programme allowed. */
  'media.tooLong',
  /** The disk is full. */
  'media.diskFull',
  /** The worker ended without an answer: out of memory, crashed or killed. */
  'media.processingFailed',
  /** Stopped for taking too long. */
  'media.processingTimeout',
  /** Stopped on request. */
  'media.processingCancelled',
] as const satisfies readonly MessageKey[];
export type RefusalReason = (typeof refusalReasons)[number];

export interface Refusal {
  ok: false;
  reason: RefusalReason;
  /** Detail in English for the log, never shown to a user. */
  detail: string;
}

export type WorkerJob =
  | { kind: 'probe'; input: string; maxSeconds: number }
  | { kind: 'transcode'; input: string; outDir: string; maxSeconds: number }
  | { kind: 'peaks'; input: string; points: number; maxSeconds: number };

const probeResult = z.object({
  ok: z.literal(true),
  kind: z.literal('probe'),
  /** FFmpeg's name of the container, e.g. `mp3`, `ogg`, `mov,mp4,m4a,3gp,3g2,mj2`. */
  format: z.string(),
  codec: z.string(),
  sampleRate: z.number(),
  channels: z.number(),
  /** Length that the file declares, milliseconds; 0 if none. The real length is known after transcoding. */
  declaredMs: z.number(),
});
export type ProbeResult = z.infer<typeof probeResult>;

const transcodeResult = z.object({
  ok: z.literal(true),
  kind: z.literal('transcode'),
  /** Length of the sound in milliseconds, counted from decoded samples. */
  durationMs: z.number(),
  /** Packets in `programme.opk`, 160 bytes each. */
  packets: z.number(),
  /** Integrated loudness of the mono downmix before any gain, LUFS; null for silence. */
  sourceLufs: z.number().nullable(),
  /** Integrated loudness of the encoded programme, LUFS; null for silence. */
  programmeLufs: z.number().nullable(),
  /** Applied gain, dB. */
  gainDb: z.number(),
  /** True if the limiter was active. */
  limited: z.boolean(),
  /** Packets of the input that could not be decoded and were left out. */
  damaged: z.number(),
});
export type TranscodeResult = z.infer<typeof transcodeResult>;

const peaksResult = z.object({
  ok: z.literal(true),
  kind: z.literal('peaks'),
  /** Peak level of each interval of equal length, 0–100. */
  peaks: z.array(z.number()),
});
export type PeaksResult = z.infer<typeof peaksResult>;

export type WorkerResult = ProbeResult | TranscodeResult | PeaksResult;

export const workerLine = z.discriminatedUnion('type', [
  /** Range 0..1. */
  z.object({ type: z.literal('progress'), value: z.number() }),
  z.object({
    type: z.literal('result'),
    result: z.discriminatedUnion('kind', [probeResult, transcodeResult, peaksResult]),
  }),
  z.object({ type: z.literal('refusal'), reason: z.enum(refusalReasons), detail: z.string() }),
]);
export type WorkerLine = z.infer<typeof workerLine>;
