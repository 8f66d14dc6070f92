import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type pg from 'pg';

/** Marks of the database that this process has claimed. */
export interface OwnDatabase {
  /** Identity of the installation (identity.ts). */
  identity: string;
  /** Name of the running cluster; '' when it has none (an external database). */
  cluster: string;
}

/**
 * Error of a connection that reached the database of another installation, or another copy of the own one: after an
 * outage its port or host name may belong to somebody else. Counts as an outage (SQLSTATE 08004), so that nothing is
 * read from there or written to it, and the server goes on without a database.
 */
export class OtherDatabase extends Error {
  readonly code = '08004';
}

/**
 * Name of an embedded cluster, different for each data folder: copies of a folder have the same passwords, the same
 * last port and the same identity.
 */
export function clusterName(cluster: string): string {
  return `tocsin ${createHash('sha256').update(realpathSync(cluster)).digest('hex').slice(0, 16)}`;
}

type Connection = Pick<pg.ClientBase, 'query'>;

/** Reads the marks of a claimed database, whose table `setting` exists. */
export async function marksOf(connection: Connection): Promise<OwnDatabase> {
  const { rows } = await connection.query<{ identity: string | null; cluster: string }>(
    `select (select value #>> '{}' from setting where key = 'identity') as identity,
       current_setting('cluster_name') as cluster`,
  );
  const [row] = rows;
  return { identity: row?.identity ?? '', cluster: row?.cluster ?? '' };
}

/** @throws OtherDatabase when a new connection does not lead to the claimed database */
export async function checkOwn(connection: Connection, own: OwnDatabase): Promise<void> {
  const found = await marksOf(connection).catch((error: unknown) => {
    // 42P01: a database without our tables.
    if ((error as { code?: string }).code === '42P01') return null;
    throw error;
  });
  // A database that a server of an older version has started has no name.
  const isNamed = found !== null && found.cluster !== '' && own.cluster !== '';
  if (found === null || found.identity !== own.identity || (isNamed && found.cluster !== own.cluster))
    throw new OtherDatabase('the connection leads to the database of another installation');
}
