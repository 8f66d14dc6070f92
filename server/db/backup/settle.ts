import type pg from 'pg';
import { alarmState, runEnd } from '../../../contract/codes.ts';
import { hasTable } from './snapshot.ts';

/**
 * Makes an installation of its own of restored rows, at rest: what was on the air at the moment of the backup is over and makes
 * no sound at the first start, logins of then have ended, and inputs count as unknown, so that one that is active when its terminal
 * comes back starts its alarm anew.
 */
export async function settle(client: pg.Client, identity: string, moment: Date): Promise<void> {
  await client.query(
    `update broadcast set state = 'ended', end_reason = $1, ended_at = $2, rev = rev + 1 where state <> 'ended'`,
    [runEnd.outage, moment.toISOString()],
  );
  // The tables are those of the backup, which may be older.
  if (await hasTable(client, 'alarm'))
    await client.query(`update alarm set state = $1, ended_at = $2, rev = rev + 1 where ended_at is null`, [
      alarmState.notStarted,
      moment.getTime(),
    ]);
  await client.query(`delete from login_session`);
  await client.query(`delete from setting where key in ('alarm_inputs')`);
  await client.query(
    `insert into setting (key, value) values ('identity', to_jsonb($1::text))
      on conflict (key) do update set value = excluded.value`,
    [identity],
  );
}
