import { randomBytes } from 'node:crypto';
import { existsSync, lchownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { hasSqlState } from '../client.ts';
import { clusterUser, explained, passwordFileOf } from './cluster.ts';
import { isRoot } from './postgresAccount.ts';

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

/** Connection URLs of the database `tocsin`, with passwords. */
export interface RoleUrls extends Record<RoleUse, string> {
  /** URL of the superuser, for maintenance and tests; not used by the server. */
  admin: string;
}

/**
 * Creates database and roles of a running embedded cluster where they are missing. A folder of an older
 * version, in which the superuser owns everything, is converted in one transaction; a server that was killed
 * meanwhile repeats it.
 *
 * @returns the connection URL of each role
 */
export async function ensureRoles(cluster: string, port: number): Promise<RoleUrls> {
  const urls = () => {
    const url = (name: string) =>
      `postgres://${name}:${explained(() => readFileSync(passwordPath(cluster, name), 'utf8').trim(), cluster)}@127.0.0.1:${port}/${DATABASE}`;
    const entries = uses.map((use) => [use, url(roles[use].name)]);
    return { ...Object.fromEntries(entries), admin: url(clusterUser) } as RoleUrls;
  };
  const isKnown = uses.every((use) => existsSync(passwordPath(cluster, roles[use].name)));
  if (isKnown && (await canConnect(urls().server))) return urls();
  const admin = new URL(`postgres://127.0.0.1:${port}/postgres`);
  admin.username = clusterUser;
  admin.password = explained(() => readFileSync(passwordPath(cluster, clusterUser), 'utf8').trim(), cluster);
  await withClient(admin.href, async (client) => {
    // A second server or command that starts at the same moment waits here, and finds everything made.
    await client.query('select pg_advisory_lock($1)', [SETUP_LOCK]);
    for (const use of uses) makePassword(cluster, roles[use].name);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) {
      await client.query(`create database ${DATABASE}`);
      await makeRoles(client, cluster);
      return;
    }
    admin.pathname = `/${DATABASE}`;
    await withClient(admin.href, (inside) => makeRoles(inside, cluster));
  });
  return urls();
}

function passwordPath(cluster: string, role: string): string {
  return join(cluster, passwordFileOf(role));
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

/**
 * Writes a random password for a role that has none yet; the file belongs to the account that runs the
 * cluster.
 */
function makePassword(cluster: string, role: string): void {
  const path = passwordPath(cluster, role);
  if (existsSync(path)) return;
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  const { uid, gid } = statSync(cluster);
  if (isRoot()) lchownSync(unfinished, uid, gid);
  renameSync(unfinished, path);
}

/** In one transaction: once the role of the server can log in, it owns everything. */
async function makeRoles(client: pg.Client, cluster: string): Promise<void> {
  const { server, backup } = roles;
  await client.query('begin');
  for (const use of uses) {
    const { name, rights } = roles[use];
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) await client.query(`create role ${name}`);
    const password = readFileSync(passwordPath(cluster, name), 'utf8').trim();
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
