import { z } from 'zod';
import { packageVersion, publicKey } from './upgradePackage.ts';

/** Upgrades of terminals with the feature `upgrade`: part of the terminal protocol (docs/terminal-protocol.md, "Upgrades"). */

const count = z.number().int().min(0);

export const toUpgrader = [
  /** Fetch a package, check it, get ready. Said again after every welcome until the terminal is through. */
  z.object({
    type: z.literal('upgrade'),
    /** Numbers the upgrade of this one terminal. */
    upgrade: count,
    version: packageVersion,
    feature_code: z.string(),
    /** Of the whole package: bytes, and SHA-256, hex. */
    size: count,
    sha256: z.string(),
    /** Who signed it, and how, base64; the package says the same. */
    key: publicKey,
    signature: z.string(),
    /** Where it is: relative to the server, with a ticket that is good for this terminal and this package alone. */
    path: z.string(),
  }),
  /** It is ready: it may restart into the new version now. Not said while an alarm sounds at it. */
  z.object({ type: z.literal('upgrade.restart'), upgrade: count }),
  /** The server has given it up: stop, and stay as you are. */
  z.object({ type: z.literal('upgrade.stop'), upgrade: count }),
  /** The keys that the site trusts. A terminal that knows none yet keeps them (docs/decisions/0070). */
  z.object({ type: z.literal('upgrade.keys'), keys: z.array(publicKey) }),
] as const;

/** How it goes: at every whole percent, once a second at most, and at every change of state. */
export const upgradeState = z.object({
  type: z.literal('upgrade.state'),
  upgrade: count,
  state: z.enum(['updating', 'preparing_to_restart', 'restarting', 'failed']),
  /** Of the download. */
  percent: z.number().min(0).max(100).default(0),
  /** Why it failed, in the terminal's own words. */
  reason: z.string().max(200).optional(),
});
export type UpgradeStateMessage = z.output<typeof upgradeState>;

export const fromUpgrader = [upgradeState] as const;
