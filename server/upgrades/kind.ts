import { roleOfUpgradeFeature, type UpgradeFeature } from '../../contract/codes.ts';
import { kindOf, type TerminalKind } from '../../contract/entities/terminal.ts';

/** The kind of terminal that a package is for (spec 3: upgrade package feature). */
export function kindOfFeature(feature: UpgradeFeature): TerminalKind {
  return kindOf({ role: roleOfUpgradeFeature[feature], features: [] });
}
