/**
 * Readers of the rows that the server holds in memory, so that they can be read again: a server that started from the
 * snapshot has older rows, and none of the tables that the snapshot leaves out.
 */
export interface HeldRows {
  /**
   * Registers the reader of some tables. It takes over what the database has now: new and changed rows, and rows that
   * are gone. Readers are called in the order in which they were added, which is that of the start.
   */
  add(tables: readonly string[], read: () => unknown): void;
  /** Tables that have a reader. */
  tables(): ReadonlySet<string>;
  /**
   * Calls all readers, one after the other. May be repeated.
   * @throws Error that names the tables, with the error of their reader as its cause
   */
  read(): Promise<void>;
}

export function createHeldRows(): HeldRows {
  const readers: { tables: readonly string[]; read: () => unknown }[] = [];
  return {
    add: (tables, read) => void readers.push({ tables, read }),
    tables: () => new Set(readers.flatMap(({ tables }) => tables)),
    async read() {
      for (const { tables, read } of readers) {
        try {
          await read();
        } catch (cause) {
          throw new Error(`The rows of ${tables.join(', ')} could not be read: ${(cause as Error).message}`, {
            cause,
          });
        }
      }
    },
  };
}

/**
 * Tables without a reader, and the reason. Every table is named here or has a reader.
 */
export const notHeld: Readonly<Record<string, string>> = {
  alarm: 'settled by the journal before the database is joined',
  alarm_event: 'read on request',
  audit: 'read on request',
  broadcast: 'settled by the journal before the database is joined',
  broadcast_org: 'read on request',
  broadcast_target: 'settled by the journal before the database is joined',
  history_hour: 'read on request',
  history_minute: 'read on request',
  id_block: 'checked when the database is joined (server/air/journal/ids.ts)',
  io_event: 'read on request',
  login_proof: 'changed by logins only, which go on in memory without the database',
  login_session: 'looked up for each request once the database is joined',
  online_log: 'read on request',
  preference: 'read on request',
  queued_start: 'read at a start; the queue goes on in memory without the database',
  unplayed_start: 'read at a start; the notices go on in memory without the database',
  record_file: 'read on request; recordings left open by a crash are completed at the next start',
  signal_hour: 'read on request',
  integration_message: 'read on request',
  webhook_delivery: 'read by the sender of webhooks each time it looks for work',
};
