import type { Db } from '../../platform/db/client.ts';
import type { Devices } from './devicesApi.ts';
import type { Directory } from './directory.ts';
import type { Gateway } from './gateway/terminals.types.ts';
import * as repository from './terminal.repository.ts';

/** Reads terminals from the database again where its rows may be newer than those in memory. */
export function createReload(deps: {
  db: Db;
  directory: Directory;
  devices: Pick<Devices, 'changed' | 'removed'>;
  gateway: () => Pick<Gateway, 'logOut' | 'removed'>;
  log: { error(details: object, message: string): void };
}) {
  const { db, directory, devices, gateway } = deps;

  /** Puts a row into the directory; a station whose secret was replaced is logged out. */
  function take(row: repository.TerminalRow): void {
    const secret = directory.byId(row.id)?.secret_hash;
    const terminal = directory.put(row);
    devices.changed(terminal);
    if (secret !== undefined && terminal.secret_hash !== secret) gateway().logOut(row.id);
  }
  function forget(id: number): void {
    const terminal = directory.remove(id);
    devices.removed(id);
    if (terminal !== undefined) gateway().removed(terminal);
  }
  return {
    /** Reads all terminals; rows of an unchanged revision stay as they are, those that are gone are removed. */
    async all(): Promise<void> {
      const rows = await repository.all(db);
      const there = new Set(rows.map(({ id }) => id));
      for (const { id } of [...directory.all()]) if (!there.has(id)) forget(id);
      for (const row of rows) {
        const held = directory.byId(row.id);
        if (held === undefined || held.row.rev < row.rev) take(row);
        else if (held.row.rev === row.rev) held.take(row);
      }
    },
    /** Reads a station after the database accepted or refused its login. */
    settled(id: number): void {
      repository.terminalsById(db, [id]).then(
        (rows) => rows.forEach(take),
        (err: unknown) => deps.log.error({ err }, 'a station could not be read after its login was stored'),
      );
    },
  };
}
