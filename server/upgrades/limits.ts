/** Times (ms) and bounds of upgrades; tests bring shorter ones. */
export const defaultUpgradeLimits = {
  /** How often all batches are looked at. */
  lookMs: 500,
  /** After a start of the server terminals have so long to come back, before one that is not there counts as away. */
  settleMs: 30_000,
  /** A download that comes no percent further within this has failed; so has one that takes so long in all. */
  progressMs: 300_000,
  downloadMs: 4 * 3_600_000,
  /** From the leave to restart to its word that it does. */
  prepareMs: 120_000,
  /** From the restart to the hello of the new version. */
  returnMs: 300_000,
  /** One that came back as it was has so long to say why. */
  excuseMs: 15_000,
  /** Times that one terminal is told: one that connects again and again is given up. */
  sends: 100,
  /** Terminals that are under way at a time, in all batches. */
  atOnce: 16,
  /** Packages that go out at a time (a connection that was lost may linger), and bytes per second of each. */
  downloads: 24,
  bytesPerS: 262_144,
} as const;
export type UpgradeLimits = { [K in keyof typeof defaultUpgradeLimits]: number };
