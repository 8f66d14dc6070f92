import type pg from 'pg';
import { alarmState, runEnd } from '../../../../contract/codes.ts';
import { hasTable } from './snapshot.ts';

/**
 * Turns restored rows into an idle installation of its own: broadcasts that were on the air have ended and do
 * not sound at the first start, logins have ended, and inputs are unknown, so that an input that is active
 * when its terminal connects starts its alarm again.
 */
export async function settle(client: pg.Client, identity: string, moment: Date): Promise<void> {
  await client.query(
    `update broadcast set state = 'ended', end_reason = $1, ended_at = $2, rev = rev + 1 where state <> 'ended'`,
    [runEnd.outage, moment.toISOString()],
  );
  // The tables are those of the backup, which may be from an older version.
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
