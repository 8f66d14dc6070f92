import type { DbOrTx } from '../../../platform/db/client.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { UseRegistry } from '../../../site/uses/registry.ts';
import { placed } from '../../../site/uses/used.ts';
import { savedTasksWith, type TaskUse, tasksWithFiles } from './inUse.repository.ts';

/** Registers saved tasks as users of files, groups of files, preset texts and radio stations. */
export function registerTaskUses({ live, uses }: { live: LiveHub; uses: UseRegistry }): void {
  const register = (
    kind: Parameters<UseRegistry['register']>[0],
    find: (db: DbOrTx, ids: readonly number[]) => Promise<TaskUse[]>,
  ) => uses.register(kind, async (db, ids) => placed(live, 'scheduled_task', await find(db, ids)));
  register('file', tasksWithFiles);
  for (const column of ['file_group', 'preset_text', 'radio'] as const)
    register(column, (db, ids) => savedTasksWith(db, column, ids));
}
