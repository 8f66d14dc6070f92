/** Times (ms) and limits of upgrades; tests use shorter ones. */
export const defaultUpgradeLimits = {
  /** Interval of checking all batches. */
  lookMs: 500,
  /** Time after a server start in which terminals may reconnect, before a missing one counts as away. */
  settleMs: 30_000,
  /** Maximum time without one more percent of a download, and of a whole download. */
  progressMs: 300_000,
  downloadMs: 4 * 3_600_000,
  /** Maximum time from the permission to restart to the message that it restarts. */
  prepareMs: 120_000,
  /** Maximum time from the restart to the hello of the new version. */
  returnMs: 300_000,
  /** Time for a terminal that returned with the old version to report the reason. */
  excuseMs: 15_000,
  /** Maximum upgrade messages to one terminal: one that keeps reconnecting is given up. */
  sends: 100,
  /** Maximum terminals in progress at a time, in all batches. */
  atOnce: 16,
  /** Maximum concurrent downloads (a lost connection may linger), and bytes per second of each. */
  downloads: 24,
  bytesPerS: 262_144,
} as const;
export type UpgradeLimits = { [K in keyof typeof defaultUpgradeLimits]: number };
