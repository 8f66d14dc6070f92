import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurablySync } from '../dataFolder/writeDurably.ts';
import { type ClockOrigin, monotonicUs, newOrigin } from './mediaClock.ts';

/** Name of the file in the data folder. */
export const CLOCK_FILE = 'media-clock.json';

const content = z.object({
  epoch: z.uuid(),
  term: z.number().int().min(1),
  origin_us: z.number().int(),
  /** Media time at which it was written, µs: the clock cannot be earlier now. */
  written_us: z.number().int(),
  /** Identifies the run of the machine whose monotonic clock `origin_us` belongs to. */
  boot: z.string().min(1),
});

/** Reads what identifies this run of the machine; null: the system does not tell. */
function bootOfMachine(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || null;
  } catch {
    return null;
  }
}

export interface ClockFileDeps {
  /** Identifies the run of the machine; replaced in tests. */
  boot?: string | null;
  /** Called when the file cannot be written: a restart begins a new epoch, or repeats this term. */
  unwritten?(error: unknown): void;
}

/**
 * Continues the media clock of the server that ran before on this data, as its next owner. A new epoch begins only
 * where the clock cannot be continued: on another machine, after a restart of the machine, or without a whole file.
 * The wall clock plays no part, so it may jump. Never fails: without the file only the continuity is lost.
 */
export function continueClock(
  dataDir: string,
  { boot = bootOfMachine(), unwritten }: ClockFileDeps = {},
): ClockOrigin {
  const path = join(dataDir, CLOCK_FILE);
  const known = boot === null ? null : readOrigin(path, boot);
  const origin = known === null ? newOrigin() : { ...known, term: known.term + 1 };
  if (boot === null) return origin;
  try {
    writeOrigin(path, origin, boot);
  } catch (error) {
    unwritten?.(error);
  }
  return origin;
}

/**
 * Stores the clock of another machine, as estimated on this one: the next server on this data continues it.
 * @throws errors of the disk
 */
export function adoptClock(dataDir: string, origin: ClockOrigin, boot = bootOfMachine()): void {
  if (boot !== null) writeOrigin(join(dataDir, CLOCK_FILE), origin, boot);
}

/** Removes a clock that this machine does not own any more: the next server on this data begins a new epoch. */
export function dropClock(dataDir: string): void {
  rmSync(join(dataDir, CLOCK_FILE), { force: true });
}

function writeOrigin(path: string, origin: ClockOrigin, boot: string): void {
  const written_us = monotonicUs() - origin.origin_us;
  writeDurablySync(path, `${JSON.stringify({ ...origin, written_us, boot })}\n`);
}

function readOrigin(path: string, boot: string): ClockOrigin | null {
  try {
    const { written_us, boot: ofFile, ...origin } = content.parse(JSON.parse(readFileSync(path, 'utf8')));
    const isContinuous = ofFile === boot && monotonicUs() - origin.origin_us >= written_us;
    return isContinuous ? origin : null;
  } catch {
    // No file yet, or a damaged one.
    return null;
  }
}
