import { join } from 'node:path';
import { defaultLanguage } from '../../../contract/language.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { withSystemNames } from '../../../contract/systemName.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { StreamTap } from '../source/streamTap.ts';
import { ChannelAligner, type PacketSlot } from './channelAligner.ts';
import { MOST_SILENCE, RecordingPart } from './recordingPart.ts';
import type { Page, RecordingRows } from './recordingRows.ts';
import type { RecordingSubject } from './recordingSubject.ts';
import { type RepairedFile, repairRecording } from './repairRecording.ts';
import { writeSidecar } from './sidecar.ts';

/** Interval of writing, ms: one write a second for each recording. */
const EVERY_MS = 1_000;
/** Interval of checking the disk space while recording, and delay of a retry after a failed write, µs. */
const LOOK_EVERY_US = 10_000_000;

export interface RecorderDeps {
  /** Absolute path. */
  folder: string;
  rows: RecordingRows;
  clock: MediaClock;
  faults: Pick<FaultSink, 'open' | 'resolve'>;
  /** Tells if the disk has room to record, and the free space, MB. */
  checkSpace(): Promise<{ enough: boolean; free_mb: number }>;
  log: { error(details: object, message: string): void };
}

interface Running {
  subject: RecordingSubject;
  take: ChannelAligner;
  part: { file: RecordingPart; page: Page } | null;
  /** Number of lost packets that rows report already. */
  reportedLost: number;
}

export interface Recorder {
  /** Records one channel of sound; the second channel of a call joins by the same `subject.key`. */
  record(subject: RecordingSubject, channel: 0 | 1, channels: 1 | 2): StreamTap;
  /** Packets that were dropped since the start. */
  readonly lost: number;
  /** Number of open files. */
  readonly open: number;
  /** Writes the sound that has been heard so far. Called every second. */
  round(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Records broadcasts into files. Taps only collect packets; all writes happen here one after the other, so
 * that recording never occupies more than one of the threads that read programmes, however slow the disk.
 */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { rows, clock, faults } = deps;
  const running = new Set<Running>();
  const byKey = new Map<string, Running>();
  let lostBefore = 0;
  let disk = { enough: true, lookedUs: Number.NEGATIVE_INFINITY };
  let pausedUntilUs = Number.NEGATIVE_INFINITY;
  let round: Promise<void> | null = null;

  async function look(nowUs: number): Promise<void> {
    if (nowUs - disk.lookedUs < LOOK_EVERY_US) return;
    const { enough, free_mb } = await deps.checkSpace().catch(() => ({ enough: true, free_mb: 0 }));
    disk = { enough, lookedUs: nowUs };
    if (enough) faults.resolve('recording_stopped', 'disk');
    else faults.open({ kind: 'recording_stopped', subject: 'disk', params: { free_mb } });
  }

  async function begin(one: Running, slot: number): Promise<NonNullable<Running['part']>> {
    const { subject, take } = one;
    const beganMs = Math.round(clock.toWall(take.timeOf(slot)));
    const file = await RecordingPart.open(deps.folder, beganMs, {
      channels: take.channels,
      slot,
      title: withSystemNames(subject.name, defaultLanguage),
    });
    const { key: _key, ...row } = subject;
    const stored = { ...row, began_at: beganMs, channels: take.channels, path: file.path };
    const part = { file, page: rows.open(stored) };
    one.part = part;
    await writeSidecar(deps.folder, stored);
    return part;
  }

  /** Sets the final values of the row of a file. */
  function close(one: Running, page: Page, ended: (RepairedFile & { cut_off: boolean }) | null): void {
    page.end = ended && { ...ended, lost: one.take.lost - one.reportedLost };
    one.reportedLost = one.take.lost;
  }

  async function finish(one: Running): Promise<void> {
    const { part } = one;
    if (part === null) return;
    try {
      await part.file.close();
    } catch (error) {
      await salvage(one, part);
      throw error;
    }
    one.part = null;
    const { duration_ms, size } = part.file;
    close(one, part.page, { duration_ms, size, cut_off: false });
  }

  /** Ends a file after a failed write with its complete pages. */
  async function salvage(one: Running, { file, page }: NonNullable<Running['part']>): Promise<void> {
    one.part = null;
    await file.abandon();
    const repaired = await repairRecording(join(deps.folder, file.path)).catch(() => null);
    close(one, page, repaired && { ...repaired, cut_off: true });
  }

  async function write(one: Running, slots: readonly PacketSlot[]): Promise<void> {
    for (const slot of slots) {
      if (one.part !== null && !one.part.file.takes(slot.at)) await finish(one);
      const part = one.part ?? (await begin(one, slot.at));
      part.file.put(slot);
    }
    await one.part?.file.flush();
  }

  async function serve(one: Running, nowUs: number): Promise<void> {
    const slots = one.take.heard(nowUs);
    const last = slots.at(-1)?.at;
    try {
      if (!disk.enough) await finish(one);
      else if (nowUs >= pausedUntilUs) {
        await write(one, slots);
        if (last !== undefined) faults.resolve('recording_failed', 'file');
        const endUs = one.part === null ? nowUs : one.take.timeOf(one.part.file.next);
        if (one.take.over || nowUs - endUs > MOST_SILENCE * PACKET_US) await finish(one);
      }
    } catch (error) {
      deps.log.error({ err: error }, 'a recording could not be written');
      const { code, message } = error as NodeJS.ErrnoException;
      faults.open({ kind: 'recording_failed', subject: 'file', params: { error: code ?? message } });
      pausedUntilUs = nowUs + LOOK_EVERY_US;
      if (one.part !== null) await salvage(one, one.part);
    }
    if (one.take.over) forget(one);
  }

  function forget(one: Running): void {
    running.delete(one);
    lostBefore += one.take.lost;
    if (one.subject.key !== null && byKey.get(one.subject.key) === one) byKey.delete(one.subject.key);
  }

  async function work(): Promise<void> {
    if (running.size > 0 || !disk.enough) await look(clock.now());
    for (const one of [...running]) await serve(one, clock.now());
    void rows.settle();
  }

  const timer = setInterval(() => void turn(), EVERY_MS);
  timer.unref();
  function turn(): Promise<void> {
    round ??= work().finally(() => {
      round = null;
    });
    return round;
  }

  return {
    get lost() {
      return [...running].reduce((sum, { take }) => sum + take.lost, lostBefore);
    },
    get open() {
      return [...running].filter(({ part }) => part !== null).length;
    },
    record(subject, channel, channels) {
      const held = subject.key === null ? undefined : byKey.get(subject.key);
      if (held !== undefined) return held.take.tap(channel);
      const one: Running = { subject, take: new ChannelAligner(channels), part: null, reportedLost: 0 };
      running.add(one);
      if (subject.key !== null) byKey.set(subject.key, one);
      return one.take.tap(channel);
    },
    round: turn,
    async close() {
      clearInterval(timer);
      await round;
      await turn();
      for (const one of running) await finish(one).catch(() => {});
      await rows.close();
    },
  };
}
