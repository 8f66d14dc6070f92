import { asc, eq } from 'drizzle-orm';
import { upgradeFileEntity } from '../../../contract/entities/terminals/upgrade.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { upgradeFile } from './upgrade.table.ts';

export type UpgradeFileRow = Row & typeof upgradeFile.$inferSelect;

export const upgradeFiles = tableRepository<UpgradeFileRow>(upgradeFile, {
  sortable: upgradeFileEntity.sortable,
  searchable: upgradeFileEntity.searchable,
  defaultSort: '-created_at',
});

export async function allFiles(db: DbOrTx): Promise<UpgradeFileRow[]> {
  return (await db.select().from(upgradeFile).orderBy(asc(upgradeFile.id))) as UpgradeFileRow[];
}

/** Stores the result of checking the file again; the revision is unchanged. */
export async function setBuild(
  db: DbOrTx,
  id: number,
  values: Pick<UpgradeFileRow, 'build_status' | 'build_error'>,
): Promise<void> {
  await db.update(upgradeFile).set(values).where(eq(upgradeFile.id, id));
}
