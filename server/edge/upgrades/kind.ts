import { roleOfUpgradeFeature, type UpgradeFeature } from '../../../contract/codes.ts';
import { kindOf, type TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';

/** Kind of terminal of a package, by its feature code. */
export function kindOfFeature(feature: UpgradeFeature): TerminalKind {
  return kindOf({ role: roleOfUpgradeFeature[feature], features: [] });
}
