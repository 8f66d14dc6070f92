import pg from 'pg';
import { StartError } from '../../process/startError.ts';
import { LOCK_KEY } from '../engineLock.ts';

/** Time limit of a connection and of a query, ms. */
const QUERY_MS = 1_000;

/**
 * Not part of the migrations: a node must read it before it knows whether it may migrate, and a backup of the site does
 * not contain which process leads.
 */
export const LEASE_TABLE = `create table if not exists node_lease (
  id smallint primary key default 1 check (id = 1),
  holder text not null default '',
  fence bigint not null default 0,
  expires_at timestamptz not null default '-infinity',
  secret text not null)`;

/**
 * Connects to the database with the engine lock in shared mode.
 * @throws StartError when a server without NATS_URL holds it, or the error of the connection
 */
export async function connectAsNode(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tocsin node',
    keepAlive: true,
    connectionTimeoutMillis: QUERY_MS,
    query_timeout: QUERY_MS,
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock_shared($1) as got', [
    LOCK_KEY,
  ]);
  if (rows[0]?.got) return client;
  await client.end();
  throw new StartError(
    'A Tocsin server without NATS_URL is running on the database of DATABASE_URL; two would play every schedule twice.\n' +
      'Stop it first, or start it with NATS_URL too.',
    'held',
  );
}
