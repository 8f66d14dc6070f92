import type { Db } from '../db/client.ts';
import type { Devices } from './devicesApi.ts';
import type { Directory } from './directory.ts';
import * as repository from './terminal.repository.ts';
import type { Gateway } from './types.ts';

/** Takes over what the database says of terminals, where that may be newer than what is in memory. */
export function createReadAgain(deps: {
  db: Db;
  directory: Directory;
  devices: Pick<Devices, 'changed'>;
  gateway: () => Pick<Gateway, 'logOut'>;
  log: { error(details: object, message: string): void };
}) {
  const { db, directory, devices, gateway } = deps;

  /** A station whose secret was taken away is let go. */
  function take(row: repository.TerminalRow): void {
    const secret = directory.byId(row.id)?.secret_hash;
    const terminal = directory.put(row);
    devices.changed(terminal);
    if (secret !== undefined && terminal.secret_hash !== secret) gateway().logOut(row.id);
  }
  return {
    /** Reads all of them; those with what was read last stay as they are. */
    async all(): Promise<void> {
      for (const row of await repository.all(db)) {
        const held = directory.byId(row.id);
        if (held === undefined || held.row.rev < row.rev) take(row);
      }
    },
    /** Reads a station whose login the database has taken now, or refused. */
    settled(id: number): void {
      repository.terminalsById(db, [id]).then(
        (rows) => rows.forEach(take),
        (err: unknown) => deps.log.error({ err }, 'a station could not be read after its login was stored'),
      );
    },
  };
}
