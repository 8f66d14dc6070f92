import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { openCapture, playOnce } from './captureSound.ts';
import { levelOf } from './levels.ts';
import { type MicrophoneTrouble, microphoneTrouble, requestMicrophone, troubleOf } from './request.ts';

/** Longest recorded page, s: its samples are held in the memory of the page. */
export const MAX_RECORDED_S = 180;
const MAX_BLOCKS = (MAX_RECORDED_S * SAMPLE_RATE) / PACKET_SAMPLES;
/** Blocks between two levels: ten per second. */
const LEVEL_BLOCKS = 5;

/** A page that was recorded in this browser and not sent. It is stored nowhere else. */
export interface RecordedPage {
  /** Mono, 48 kHz. */
  samples: Float32Array<ArrayBuffer>;
  length_ms: number;
  /** Highest peak, dBFS. */
  peak: number;
}

/** Messages while a page is recorded. `level` and `peak` in dBFS. */
export type RecordingNews =
  | { type: 'level'; level: number; peak: number; length_ms: number }
  /** It has ended, by `stop` or at its longest length. */
  | { type: 'recorded'; page: RecordedPage }
  | { type: 'trouble'; trouble: MicrophoneTrouble };

/** Records pages and plays them back to the speaker alone. */
export interface PageRecorder {
  /** Opens a microphone and records until `stop`; `close` discards. `id` null: the browser's choice. */
  record(id: string | null, news: (news: RecordingNews) => void): { stop(): void; close(): void };
  /** Plays a page in this browser; returns a function that ends it. */
  listen(page: RecordedPage, ended: () => void): () => void;
}

const lengthMs = (blocks: number) => (blocks * PACKET_SAMPLES * 1000) / SAMPLE_RATE;

/** Joins the blocks of a recording. */
export function joinBlocks(blocks: readonly Float32Array[]): RecordedPage {
  const samples = new Float32Array(blocks.length * PACKET_SAMPLES);
  for (const [i, block] of blocks.entries()) samples.set(block, i * PACKET_SAMPLES);
  return { samples, length_ms: lengthMs(blocks.length), peak: levelOf(samples).peak };
}

export const pageRecorder: PageRecorder = {
  record(id, news) {
    let isOver = false;
    const blocks: Float32Array[] = [];
    const ends: (() => void)[] = [];
    const whenOpen = (end: () => void) => (isOver ? end() : void ends.push(end));
    function close(): void {
      isOver = true;
      for (const end of ends.splice(0)) end();
    }
    function stop(): void {
      if (isOver) return;
      close();
      news({ type: 'recorded', page: joinBlocks(blocks) });
    }
    function fail(trouble: MicrophoneTrouble): void {
      if (isOver) return;
      close();
      news({ type: 'trouble', trouble });
    }
    async function open(): Promise<void> {
      const stream = await requestMicrophone(id);
      whenOpen(() => {
        for (const track of stream.getTracks()) track.stop();
      });
      if (isOver) return;
      stream.getAudioTracks()[0]?.addEventListener('ended', () => fail('missing'));
      const { context, node, port } = await openCapture((one) => whenOpen(() => void one.close()));
      port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
        if (isOver) return;
        blocks.push(data);
        if (blocks.length % LEVEL_BLOCKS === 0)
          news({ type: 'level', ...levelOf(data), length_ms: lengthMs(blocks.length) });
        if (blocks.length >= MAX_BLOCKS) stop();
      };
      context.createMediaStreamSource(stream).connect(node);
      await context.resume();
    }
    const trouble = microphoneTrouble();
    if (trouble !== null) queueMicrotask(() => fail(trouble));
    else open().catch((error: unknown) => fail(troubleOf(error)));
    return { stop, close };
  },
  listen(page, ended) {
    const context = new AudioContext({ sampleRate: SAMPLE_RATE });
    const source = playOnce(context, page.samples);
    source.connect(context.destination);
    source.onended = () => {
      void context.close();
      ended();
    };
    source.start();
    return () => source.stop();
  },
};
