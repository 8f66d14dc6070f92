import { roleOfUpgradeFeature, type UpgradeFeature } from '../../../../contract/codes.ts';
import { kindOf, type TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';

/** Kind of terminals that a package is for. */
export function kindOfFeature(feature: UpgradeFeature): TerminalKind {
  return kindOf({ role: roleOfUpgradeFeature[feature], features: [] });
}

/** Feature code of a kind's packages; undefined: there are none for it. */
export function featureOfKind(kind: TerminalKind): UpgradeFeature | undefined {
  return (Object.keys(roleOfUpgradeFeature) as UpgradeFeature[]).find((one) => kindOfFeature(one) === kind);
}
