import pg from 'pg';
import { type DataLock, lockDataDir } from '../../dataFolder/dataLock.ts';
import { StartError } from '../../process/startError.ts';
import { hasSqlState } from '../client.ts';
import { clusterUser, keepPassword, passwordPath, randomPassword, readPassword } from './rolePasswords.ts';

/** Roles of an embedded database beside its superuser, each with a random password in a file of its own. */
const roles = {
  /** Owns the database and all tables; used by the server. */
  server: { name: 'tocsin_server', rights: '' },
  /** Reads every row and writes none. */
  backup: { name: 'tocsin_backup', rights: '' },
  /** Copies the whole cluster to a standby; cannot read tables by SQL. */
  replication: { name: 'tocsin_replication', rights: 'replication' },
};
export type RoleUse = keyof typeof roles;
const uses = Object.keys(roles) as RoleUse[];

export const DATABASE = 'tocsin';
/** Key of the lock under which roles are made; any fixed number. */
const SETUP_LOCK = 7_241_863;

export interface RoleOptions {
  /** Existing folder; the database lives in `postgres` below it. */
  dataDir: string;
  /** True when this process holds the lock of the data folder: it may set passwords without taking that itself. */
  hasFolder?: boolean;
  /** Role that is needed. Default: that of the server. */
  role?: RoleUse;
}

/** Connection URLs of the database `tocsin`, with passwords. */
export interface RoleUrls extends Record<RoleUse, string> {
  /** URL of the superuser, for maintenance and tests; not used by the server, and without a password that is lost. */
  admin: string;
}

/** Waiting time for another command that sets passwords, ms. */
const OTHER_MS = 5_000;

/**
 * Creates database and roles of a running embedded cluster where they are missing, and new passwords for roles whose
 * files are missing or damaged. A folder of an older version, in which the superuser owns everything, is converted in
 * one transaction; a server that was killed meanwhile repeats it.
 *
 * A running server would get no more connections with another password. A command therefore uses what its own role has,
 * and sets passwords only while no server runs.
 *
 * @returns the connection URL of each role
 * @throws StartError when the password of the superuser is needed and lost, or that of the role while a server runs
 */
export async function ensureRoles(
  cluster: string,
  port: number,
  { dataDir, hasFolder = false, role = 'server' }: RoleOptions,
): Promise<RoleUrls> {
  const urls = () => {
    const url = (name: string) =>
      `postgres://${name}:${readPassword(cluster, name) ?? ''}@127.0.0.1:${port}/${DATABASE}`;
    const entries = uses.map((use) => [use, url(roles[use].name)]);
    return { ...Object.fromEntries(entries), admin: url(clusterUser) } as RoleUrls;
  };
  const needed = hasFolder ? uses : [role];
  const isKnown = needed.every((use) => readPassword(cluster, roles[use].name) !== null);
  if (isKnown && (await canConnect(urls()[role]))) return urls();
  const lock = hasFolder ? null : await lockBeside(cluster, dataDir, role);
  try {
    await setUp(cluster, port);
  } finally {
    lock?.release();
  }
  return urls();
}

/** Locks the data folder against a start of the server. @throws StartError when a server runs */
async function lockBeside(cluster: string, dataDir: string, role: RoleUse): Promise<DataLock> {
  try {
    return await lockDataDir(dataDir, { wait: OTHER_MS });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(
      `The file ${passwordPath(cluster, roles[role].name)} with a password of the database is missing or damaged.\n` +
        'A server runs, and only its start may set another password. Restart the server, then run this command again.',
    );
  }
}

async function setUp(cluster: string, port: number): Promise<void> {
  const admin = new URL(`postgres://127.0.0.1:${port}/postgres`);
  admin.username = clusterUser;
  admin.password = superuserPassword(cluster);
  await withClient(admin.href, async (client) => {
    // A second server or command that starts at the same moment waits here, and finds everything made.
    await client.query('select pg_advisory_lock($1)', [SETUP_LOCK]);
    const passwordOf = (use: RoleUse) => readPassword(cluster, roles[use].name) ?? randomPassword();
    const passwords = uses.map((use) => [use, passwordOf(use)] as const);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) {
      await client.query(`create database ${DATABASE}`);
      await makeRoles(client, passwords);
    } else {
      admin.pathname = `/${DATABASE}`;
      await withClient(admin.href, (inside) => makeRoles(inside, passwords));
    }
    // Last, so that a start that is killed before leaves a damaged file, and the next one sets a password again.
    for (const [use, password] of passwords) keepPassword(cluster, roles[use].name, password);
  });
}

/** @throws StartError when it is lost: only a start of PostgreSQL can set another one */
function superuserPassword(cluster: string): string {
  const password = readPassword(cluster, clusterUser);
  if (password !== null) return password;
  throw new StartError(
    `The file ${passwordPath(cluster, clusterUser)} with the password of the database's superuser is missing or damaged.\n` +
      'Stop the PostgreSQL that still runs there and start the server again: it sets a new password.',
  );
}

/** SQLSTATEs of a refused login: the role or the database does not exist or is incomplete. */
const MISSING = ['28000', '28P01', '3D000', '42501'];

async function canConnect(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => {});
    return true;
  } catch (error) {
    if (MISSING.some((state) => hasSqlState(error, state))) return false;
    throw error;
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Runs in one transaction: once the role of the server can log in, it owns everything. */
async function makeRoles(
  client: pg.Client,
  passwords: readonly (readonly [RoleUse, string])[],
): Promise<void> {
  const { server, backup } = roles;
  await client.query('begin');
  for (const [use, password] of passwords) {
    const { name, rights } = roles[use];
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) await client.query(`create role ${name}`);
    await client.query(
      `alter role ${name} login nosuperuser nocreatedb nocreaterole nobypassrls noreplication`,
    );
    await client.query(`alter role ${name} ${rights} password ${client.escapeLiteral(password)}`);
  }
  await client.query(`
    alter database ${DATABASE} owner to ${server.name};
    revoke all on database ${DATABASE} from public;
    grant connect on database ${DATABASE} to ${backup.name};
    grant pg_read_all_data to ${backup.name};
    alter role ${backup.name} set default_transaction_read_only = on`);
  await client.query(handOver(server.name));
  await client.query('commit');
}

/**
 * SQL that transfers everything of the product that the current role owns: schemas, tables with indexes and
 * sequences, functions and types. Objects of extensions stay as they are.
 */
function handOver(owner: string): string {
  const own = (catalog: string, prefix: string, more: string) => `
    select o.oid from ${catalog} o join pg_namespace n on n.oid = o.${prefix}namespace
      where o.${prefix}owner = current_user::regrole and n.nspname !~ '^pg_|^information_schema$'
        and not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid
          and d.deptype in ('e', 'a', 'i'))
        and ${more}`;
  return `do $$
    declare found oid;
    begin
      for found in select oid from pg_namespace
        where nspowner = current_user::regrole and nspname !~ '^pg_|^information_schema$' loop
        execute format('alter schema %s owner to ${owner}', found::regnamespace);
      end loop;
      for found in ${own('pg_class', 'rel', `o.relkind in ('r', 'p', 'S', 'v', 'm')`)} loop
        execute format('alter table %s owner to ${owner}', found::regclass);
      end loop;
      for found in ${own('pg_proc', 'pro', 'true')} loop
        execute format('alter routine %s owner to ${owner}', found::regprocedure);
      end loop;
      for found in ${own('pg_type', 'typ', `o.typtype in ('d', 'e', 'r')`)} loop
        execute format('alter type %s owner to ${owner}', found::regtype);
      end loop;
    end $$`;
}
