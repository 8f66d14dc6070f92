import pg from 'pg';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import type { TestServer } from '../../support/server.ts';

/**
 * Writes a site of schools with this number of terminals each into a server's database, as if adopted, and
 * restarts the server. The schools are called `S01 School` and so on, terminal 7 of the first `S01-T0007`.
 */
export async function withManyTerminals(
  server: TestServer,
  schools: number,
  each: number,
  kind: TerminalKind = 'device',
): Promise<void> {
  await server.end();
  const database = await startEmbedded({ dataDir: server.dataDir, durable: false });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `insert into partition (name, code, parent_id)
       select format('S%s School', to_char(n, 'FM00')), format('S%s', to_char(n, 'FM00')), p.id
       from generate_series(1, $1::int) n, (select id from partition where parent_id is null) p`,
      [schools],
    );
    await client.query(
      `insert into terminal (kind, role, code, name, org, secret_hash)
       select $2, $3, format('%s%s', p.code, to_char(n, 'FM0000')), format('%s-T%s', p.code, to_char(n, 'FM0000')), p.id, ''
       from partition p, generate_series(1, $1::int) n where p.parent_id is not null`,
      [each, kind, terminalKinds[kind].role],
    );
  } finally {
    await client.end();
    await database.stop();
  }
  await server.start();
}
