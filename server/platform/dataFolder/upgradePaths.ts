import { join } from 'node:path';

/** Suffix of a package's file while its row is not committed. */
export const UNCOMMITTED_PACKAGE = '.uncommitted';

/** Paths of upgrade packages in the data folder. */
export function upgradePaths(dataDir: string) {
  const root = join(dataDir, 'upgrades');
  const packages = join(root, 'packages');
  return {
    /** Uploads that are not accepted yet; emptied at every start. */
    incoming: join(root, 'incoming'),
    packages,
    /** Packages without a row, moved aside at a start. */
    unknown: join(root, 'unknown'),
    file: (id: number) => join(packages, String(id)),
    uncommitted: (id: number) => join(packages, `${id}${UNCOMMITTED_PACKAGE}`),
  };
}
export type UpgradePaths = ReturnType<typeof upgradePaths>;
