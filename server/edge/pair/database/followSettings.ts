import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SLOT, type Source } from './baseBackup.repository.ts';
import { writeSettings } from './clusterSettings.ts';

/** Name under which the standby connects; the leader waits for its confirmations by this name. */
export const STANDBY_NAME = 'tocsin_standby';

/** File whose existence makes PostgreSQL start as a standby; PostgreSQL removes it when it is promoted. */
const SIGNAL = 'standby.signal';

/** Tells if the database of a folder follows a leader, or would at its next start. */
export const isFollowing = (cluster: string): boolean => existsSync(join(cluster, SIGNAL));

/** Lets the database of a folder follow the leader, from its next start on or, if it follows already, at once. */
export function setToFollow(cluster: string, { port, user, password }: Source): void {
  const target = [
    ...['host=127.0.0.1', `port=${port}`, `user=${user}`, `password=${password}`],
    ...[`application_name=${STANDBY_NAME}`, 'sslmode=disable', 'gssencmode=disable'],
  ].join(' ');
  // Plain write: it is empty; only its existence counts.
  writeFileSync(join(cluster, SIGNAL), '', { mode: 0o600 });
  writeSettings(cluster, [
    `primary_conninfo = '${target}'`,
    `primary_slot_name = '${SLOT}'`,
    // Time between two attempts to reach the leader.
    "wal_retrieve_retry_interval = '1s'",
    "wal_receiver_status_interval = '1s'",
  ]);
}

/**
 * Sets whether the leader acknowledges a commit only when the standby has it on its disk too. Switching it off lets
 * waiting commits go on.
 */
export const setSynchronous = (cluster: string, isOn: boolean): void =>
  writeSettings(cluster, isOn ? [`synchronous_standby_names = '${STANDBY_NAME}'`] : []);
