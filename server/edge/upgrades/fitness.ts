import { AppError, errorCode, type MessageKey, type MessageParams } from '../../../contract/api/errors.ts';
import type { UpgradeFeature } from '../../../contract/codes.ts';
import { isOlder } from '../../../contract/protocol/upgradePackage.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { kindOfFeature } from './kind.ts';

/** State of terminals for the checks before an upgrade. */
export interface FitnessDeps {
  isOnline(terminal: number): boolean;
  /** True when it is in an alarm, or plays an emergency page. */
  isInAlarm(terminal: number): boolean;
  /** True when it is in an open batch. */
  isUpgrading(terminal: number): boolean;
}

export interface Wanted {
  version: string;
  feature_code: UpgradeFeature;
  min_version: string | null;
}

/** Feature of terminals that can be upgraded (docs/protocols/terminal-protocol.md, "Upgrades"). */
export const UPGRADE_FEATURE = 'upgrade';

type Fault = { key: MessageKey; params: MessageParams };

/**
 * First reason why a terminal cannot be upgraded; null: none. Checked in order: online, right kind, upgrade
 * supported, versions, other upgrades, alarms.
 */
export function unfitness(deps: FitnessDeps, terminal: AdoptedTerminal, wanted: Wanted): Fault | null {
  const { id, code, settings, seen, kind } = terminal;
  const who = { name: settings.name, code };
  if (!deps.isOnline(id)) return { key: 'terminal.offline', params: who };
  if (kind !== kindOfFeature(wanted.feature_code)) return { key: 'upgrade.otherKind', params: who };
  if (!seen.features.includes(UPGRADE_FEATURE)) return { key: 'terminal.noUpgrade', params: who };
  const { client_version: version } = seen;
  const { min_version: min } = wanted;
  if (version === wanted.version) return { key: 'upgrade.sameVersion', params: { ...who, version } };
  if (min !== null && isOlder(version, min))
    return { key: 'upgrade.tooOld', params: { ...who, version, min } };
  if (deps.isUpgrading(id)) return { key: 'upgrade.busy', params: who };
  if (deps.isInAlarm(id)) return { key: 'upgrade.inAlarm', params: who };
  return null;
}

/** @throws AppError 999 with the reason */
export function mustBeFit(...args: Parameters<typeof unfitness>): void {
  const fault = unfitness(...args);
  if (fault !== null) throw new AppError(errorCode.refused, fault.key, fault.params);
}

/** True when the terminal runs a newer version than the package has. */
export const runsNewer = ({ seen }: AdoptedTerminal, { version }: Pick<Wanted, 'version'>): boolean =>
  isOlder(version, seen.client_version);

/**
 * Checks downgrades. An older package has a valid signature too, and may lack later fixes: a terminal is
 * downgraded only if the request names the version.
 * @throws AppError 999 for the first terminal that would be downgraded
 */
export function mustBeNamed(
  terminals: readonly AdoptedTerminal[],
  wanted: Wanted,
  named: string | undefined,
): void {
  const newer = terminals.find((one) => runsNewer(one, wanted));
  if (newer === undefined || named === wanted.version) return;
  const { code, settings, seen } = newer;
  const params = { name: settings.name, code, version: seen.client_version, wanted: wanted.version };
  const fields = [{ path: 'older_version', key: 'upgrade.older' as const, params }];
  throw new AppError(errorCode.refused, 'upgrade.older', params, { fields });
}

/**
 * Tells if a terminal of a batch got a newer version since the batch began, so that upgrading it would be an
 * unrequested downgrade.
 */
export const isNewerSince = (version: string, before: string, now: string): boolean =>
  isOlder(version, now) && !isOlder(version, before);
