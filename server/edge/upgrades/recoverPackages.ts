import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UNCOMMITTED_PACKAGE, type UpgradePaths } from '../../platform/dataFolder/upgradePaths.ts';
import { renameDurably } from '../../platform/dataFolder/writeDurably.ts';

/**
 * Brings the folder in line with the database after a crash or a restart: committed files get their names,
 * uncommitted ones are removed, and files without a row (of another database) are moved aside.
 * @returns rows without a file
 */
export async function recoverPackages(paths: UpgradePaths, ids: readonly number[]): Promise<number[]> {
  await rm(paths.incoming, { recursive: true, force: true });
  for (const dir of [paths.incoming, paths.packages]) await mkdir(dir, { recursive: true });
  const known = new Set(ids.map(String));
  for (const name of await readdir(paths.packages)) {
    const path = join(paths.packages, name);
    const id = name.replace(UNCOMMITTED_PACKAGE, '');
    if (name === id && known.has(id)) continue;
    if (name !== id && known.has(id)) await renameDurably(path, join(paths.packages, id));
    else if (name !== id) await rm(path, { force: true });
    else {
      await mkdir(paths.unknown, { recursive: true });
      await renameDurably(path, join(paths.unknown, `${name}-${Date.now()}`));
    }
  }
  return ids.filter((id) => !existsSync(paths.file(id)));
}
