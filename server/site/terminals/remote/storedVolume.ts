import type { Db } from '../../../platform/db/client.ts';
import { isNotStored } from '../../../platform/db/timeLimit.ts';
import * as repository from '../terminal.repository.ts';
import type { Terminals } from '../terminals.ts';

/**
 * Creates the function that sets the volume of terminals. It is stored by the server: an offline terminal receives it
 * when it reconnects. The function resolves to false when it cannot be stored now.
 */
export function createStoredVolume(deps: {
  db: Db;
  terminals: Pick<Terminals, 'gateway' | 'directory' | 'devices'>;
}): (ids: readonly number[], ao_volume: number) => Promise<boolean> {
  const { gateway, directory, devices } = deps.terminals;
  return async (ids, ao_volume) => {
    const change = deps.db.transaction((tx) => repository.updateMany(tx, ids, { ao_volume }));
    const rows = await change.catch((error: unknown) => {
      if (!isNotStored(error)) throw error;
      return null;
    });
    for (const row of rows ?? []) {
      devices.changed(directory.put(row));
      gateway.settingsChanged(row.id);
    }
    return rows !== null;
  };
}
