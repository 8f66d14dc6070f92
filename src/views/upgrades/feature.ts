import { roleOfUpgradeFeature, type UpgradeFeature } from '../../../contract/codes.ts';
import { kindOf, type TerminalKind } from '../../../contract/entities/terminal.ts';

/** The kind of terminals that a package is for (spec 3: upgrade package feature). */
export function kindOfFeature(feature: UpgradeFeature): TerminalKind {
  return kindOf({ role: roleOfUpgradeFeature[feature], features: [] });
}

/** The feature of a kind's packages; undefined: there are no packages for it. */
export function featureOfKind(kind: TerminalKind): UpgradeFeature | undefined {
  return (Object.keys(roleOfUpgradeFeature) as UpgradeFeature[]).find((one) => kindOfFeature(one) === kind);
}
