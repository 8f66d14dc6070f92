import { z } from 'zod';
import { packageVersion, publicKey } from './upgradePackage.ts';

/**
 * Upgrades of terminals with the feature `upgrade`: part of the terminal protocol (docs/protocols/terminal-protocol.md,
 * "Upgrades").
 */

const count = z.number().int().min(0);

export const toUpgrader = [
  /**
   * Tells a terminal to download, check and prepare a package. Sent again after every welcome until it has finished.
   */
  z.object({
    type: z.literal('upgrade'),
    /** Number of the upgrade of this terminal. */
    upgrade: count,
    version: packageVersion,
    feature_code: z.string(),
    /** Size of the whole package in bytes, and its SHA-256 in hex. */
    size: count,
    sha256: z.string(),
    /** Public key and signature, base64, as in the package. */
    key: publicKey,
    signature: z.string(),
    /** Path of the download on the server, with a ticket that is valid for this terminal and this package only. */
    path: z.string(),
  }),
  /** Permits the restart into the prepared version. Not sent while the terminal plays an alarm. */
  z.object({ type: z.literal('upgrade.restart'), upgrade: count }),
  /** Cancels the upgrade: the terminal stops and keeps its version. */
  z.object({ type: z.literal('upgrade.stop'), upgrade: count }),
  /** Public keys that the site trusts. A terminal without keys stores them (docs/decisions/0070). */
  z.object({ type: z.literal('upgrade.keys'), keys: z.array(publicKey) }),
] as const;

/** Progress of an upgrade: sent at every whole percent, at most once a second, and at every change of state. */
export const upgradeState = z.object({
  type: z.literal('upgrade.state'),
  upgrade: count,
  state: z.enum(['updating', 'preparing_to_restart', 'restarting', 'failed']),
  /** Progress of the download. */
  percent: z.number().min(0).max(100).default(0),
  /** Reason of a failure, as a text of the terminal. */
  reason: z.string().max(200).optional(),
});
export type UpgradeStateMessage = z.output<typeof upgradeState>;

export const fromUpgrader = [upgradeState] as const;
