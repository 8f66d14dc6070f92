import type { ChildLimits } from './child.ts';

/** Limits of the programs that read untrusted files of text. A malicious file ends only the process that reads it. */
export const readerLimits = {
  /**
   * A calendar of 1 MB takes less than a second of processor time, which is what its work is limited by; on a busy
   * machine it waits for it, and a calendar that is right must not be called unreadable.
   */
  calendar: {
    memoryMb: 1_500,
    cpuSeconds: 4,
    fileMb: 1,
    wallMs: 60_000,
    stallMs: 60_000,
    nice: 10,
  },
  /** A table of 100,000 rows takes a few seconds. */
  table: {
    memoryMb: 1_500,
    cpuSeconds: 60,
    fileMb: 16,
    wallMs: 120_000,
    stallMs: 60_000,
    nice: 0,
  },
} satisfies Record<string, ChildLimits>;
