import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { isLong } from '../../support/random.ts';
import { until } from '../schedule/scheduleSite.ts';
import { startAlarm } from './offlineSite.ts';
import {
  isQuiet,
  type OfflineTerminals,
  sounds,
  soundsAlone,
  startOfflineTerminals,
} from './offlineTerminals.ts';

/** Real terminal program at the real server, over a link that can be cut. */
let site: OfflineTerminals;
beforeAll(async () => {
  site = await startOfflineTerminals();
});
afterEach(() => site.stopTerminals());
afterAll(() => site.close());

const slow = { timeout: 90_000 };

if (isLong)
  test(
    'it is played offline after a restart of the program too, and taken over by the server in the middle',
    slow,
    async () => {
      const { terminal, id } = await site.adopted('ALONE-2');
      const { task } = await site.held(id, 10_000, 8);
      await terminal.until(sounds);
      site.link.cut();
      await terminal.until(soundsAlone);
      // Power loss: no message is sent and nothing is written.
      terminal.stop();
      const again = site.start('ALONE-2');
      await again.until(soundsAlone);
      expect(again.session.settings?.ao_volume).toBe(terminal.session.settings?.ao_volume);
      site.link.restore();
      await again.until((one) => one.session.phase === 'welcomed' && sounds(one));
      expect(again.offline?.view()?.playing).toBeNull();
      await until('both', async () => {
        const [row] = await site.proofs(task.id);
        return (row?.offline_ms ?? 0) > 0 && (row?.played_ms ?? 0) > (row?.offline_ms ?? 0);
      });
    },
  );

test('a run missed by the server was played offline: no fault, and the log has it', slow, async () => {
  const { terminal, id } = await site.adopted('ALONE-3');
  const { task, at } = await site.held(id, 10_000);
  // Same as a server that was down: the run is not stored when its terminal reports it.
  await site.deps.schedule.scheduler.close();
  site.link.cut();
  await terminal.until(sounds);
  await terminal.until(isQuiet);
  site.link.restore();
  const run = await until('the run', async () => (await site.runs(task.id))[0]);
  expect(run).toMatchObject({ end_reason: 'offline', due_at: String(at) });
  await until('the proof', async () => (await site.proofs(task.id))[0]?.first_sound_at);
  const log = await site.value<TaskLogRow>('GET', `/v1/task_log/${run.id}`);
  expect(log).toMatchObject({ result: 'offline', targets: 1, heard: 1 });
});

test(
  'an alarm continues offline until the server is back, and its message is fetched again when damaged',
  slow,
  async () => {
    const { terminal, id } = await site.adopted('ALONE-4');
    const items = await site.items([site.tone]);
    site.deps.alarmKeeping.setAlarmMessages(new Map([[id, [{ plan: 1, title: 'Fire', items }]]]));
    await until('held', () => site.view(id)?.state === 'synced');
    const alarm = await startAlarm(site, items, [id]);
    await terminal.until(sounds);
    site.link.cut();
    await terminal.until(soundsAlone);
    expect(terminal.offline?.view()?.playing).toEqual({ title: 'Fire', isAlarm: true });
    await site.deps.broadcasting.engine.stop(alarm);
    site.link.restore();
    await terminal.until((one) => one.session.phase === 'welcomed' && isQuiet(one));
    await until('its proof', async () => {
      const { rows } = await site.database.pool.query(
        'select offline_ms from broadcast_target where broadcast_id = $1',
        [alarm.id],
      );
      return Number(rows[0]?.offline_ms) > 0;
    });

    const bytes = site.view(id)?.bytes;
    terminal.stop();
    const own = join(site.folder, 'ALONE-4');
    const [file = ''] = readdirSync(own).filter((name) => name.endsWith('.opk'));
    writeFileSync(join(own, file), 'rotten');
    site.start('ALONE-4');
    const path = join(own, file);
    await until('repaired', () => existsSync(path) && readFileSync(path).length === bytes);
    await until('held', () => site.device(id)?.online && site.view(id)?.state === 'synced');
  },
);
