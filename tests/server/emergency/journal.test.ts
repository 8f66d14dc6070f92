import { expect, test } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { createJournal } from '../../../server/emergency/journal/journal.ts';
import { type EmergencySite, startEmergencySite, until } from './emergencySite.ts';

test('what the database refuses is kept and stored in its order when it is back', async () => {
  const site: EmergencySite = await startEmergencySite();
  try {
    const { db } = site.deps;
    let away = true;
    let refused = 0;
    const shaky = {
      transaction: (work: never) => {
        if (!away) return db.transaction(work);
        refused++;
        return Promise.reject(new Error('the database is away'));
      },
    } as unknown as Db;
    const journal = createJournal({ db: shaky, audit: site.deps.audit, log: { error: () => {} } });
    const song = await site.file('Leave', 2);
    const { id: hall } = await site.adopted('HALL');
    const task = await site.linkage({ files: [song], devices: [hall] });
    const plan = await site.plan({ linkage_task_ids: [task] });
    await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
    const running = await until('it runs', () => site.deps.emergency.alarms.ofPlan(plan));
    const event = (kind: 'silence' | 'unsilence') => ({
      at: Date.now(),
      kind,
      by: '',
      peer_addr: '',
      params: {},
    });
    journal.note({ ...running.row, acknowledged_by: 'First' }, { events: [event('silence')] });
    await until('it was refused', () => refused >= 4);
    journal.note({ ...running.row, acknowledged_by: 'Second' }, { events: [event('unsilence')] });
    away = false;
    await journal.stored(running.id);
    const { rows } = await site.database.pool.query('select acknowledged_by from alarm where id = $1', [
      running.id,
    ]);
    expect(rows).toEqual([{ acknowledged_by: 'Second' }]);
    const events = await site.database.pool.query<{ kind: string }>(
      "select kind from alarm_event where alarm_id = $1 and kind like '%silence' order by id",
      [running.id],
    );
    expect(events.rows.map(({ kind }) => kind)).toEqual(['silence', 'unsilence']);
    await journal.close();
  } finally {
    await site.close();
  }
});
