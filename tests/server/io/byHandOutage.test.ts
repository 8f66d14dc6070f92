import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GpioTaskLive } from '../../../contract/entities/tasks/gpioTask.ts';
import { type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import { createDeps } from '../../../server/start/deps.ts';
import { eventually } from '../../support/eventually.ts';
import { isLong } from '../../support/random.ts';
import { packetsOf } from '../broadcast/airSite.ts';
import { type ScheduleSite, startScheduleSite } from '../schedule/scheduleSite.ts';
import { panel } from './panel.ts';

/** Outputs and GPIO tasks that a person switches while the database hangs. */
let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

let made = 0;
async function fire() {
  const { client, id } = await site.adopted(`PANEL-${++made}`, null, 'fire_control_device');
  const one = { id, ...panel(client) };
  one.sendStatus();
  await client.next('outputs');
  return {
    ...one,
    /** Expects a switched output, and switches it: one that does not follow is sent again. */
    async switches(output: number, on: boolean) {
      const { set } = await client.next('outputs');
      expect(set).toMatchObject([{ output, on }]);
      one.output(output, on);
    },
  };
}
/** Lets everything that reads or writes these tables wait, as in a database that hangs, until the returned function. */
async function hang(tables: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: site.database.adminUrl });
  await client.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode`);
  return () => client.end();
}
const row = (id: number) => site.deps.live.topic<GpioTaskLive>('gpio_task').get(id);
const audited = async (entity: string, id: number): Promise<string[]> => {
  type Audit = { rows: { action: string }[] };
  const { rows } = await site.value<Audit>('GET', `/v1/audit?entity=${entity}&entity_id=${id}`);
  return rows.map(({ action }) => action);
};
const away = 'gpio_task, io_hold, audit, file, broadcast';

test('a GPIO task is started and stopped by hand, and what is stored afterwards is the last of both', async () => {
  const one = await fire();
  const { id: device, client: speaker } = await site.adopted(`HALL-${made}`);
  const file = await site.file('Gong', 60);
  const { at: _, ...due } = site.wall.in(600 * 60_000);
  const { id: scheduled_task } = await site.task({ ...due, files: [file], devices: [device] });
  const task = (body: object) =>
    site.value<{ id: number }>('POST', '/v1/gpio_task', {
      ...{ fire_control_device: one.id, input_nums: [3] },
      ...body,
    });
  const outputs = [{ fire_control_device: one.id, output_nums: [1] }];
  const { id } = await task({ name: 'Siren', outputs, scheduled_task });
  const { id: kept } = await task({ name: 'Lamp', outputs: [{ ...outputs[0], output_nums: [2] }] });
  const act = (of: number, action: string) => site.value('POST', `/v1/gpio_task/${of}/${action}`);

  const end = await hang(away);
  try {
    const started = act(id, 'start');
    await one.switches(1, true);
    await speaker.until(() => packetsOf(speaker).size > 0, 'sound');
    await started;
    expect(await site.call('POST', `/v1/gpio_task/${id}/start`, { token: site.token })).toMatchObject({
      body: { code: 999 },
    });
    await act(id, 'stop');
    await one.switches(1, false);
    await speaker.next('stream.close');
    await act(kept, 'start');
    await one.switches(2, true);
  } finally {
    await end();
  }
  await eventually(async () => expect(await audited('gpio_task', id)).toEqual(['stop', 'start', 'create']));
  expect(await audited('gpio_task', kept)).toEqual(['start', 'create']);
  const { rows } = await site.database.pool.query('select id, by_hand from gpio_task order by id');
  expect(rows).toEqual([
    { id, by_hand: null },
    { id: kept, by_hand: row(kept)?.started_by[0] },
  ]);
});

if (isLong)
  test('outputs are held, pulsed and released by hand; holds are there after the next start', async () => {
    const one = await fire();
    const gone = await fire();
    const line = (output: number, terminal_id = one.id) => ({ terminal_id, output });
    const switchTo = (action: string, outputs: object[]) =>
      site.value<{ results: { ok: boolean }[] }>('POST', '/v1/io/output', { action, outputs });
    const end = await hang(away);
    let removed: Promise<unknown>;
    try {
      expect((await switchTo('hold', [line(1), line(2), line(1, gone.id)])).results).toHaveLength(3);
      for (const output of [1, 2]) await one.switches(output, true);
      await switchTo('off', [line(2)]);
      await one.switches(2, false);
      await switchTo('pulse', [line(3)]);
      await one.switches(3, true);
      // As by somebody who removes it in the moment in which the database is back.
      removed = site.database.pool.query('delete from terminal where id = $1', [gone.id]);
    } finally {
      await end();
    }
    await removed;
    await eventually(async () =>
      expect((await audited('fire_control_device', one.id)).slice(0, 3)).toEqual([
        'output_pulse',
        'output_off',
        'output_hold',
      ]),
    );
    const { rows } = await site.database.pool.query('select terminal_id, output from io_hold');
    expect(rows).toEqual([{ terminal_id: one.id, output: 1 }]);

    const { env, log } = site.deps;
    await site.deps.close();
    const deps = await createDeps({ env, log, db: site.database.db, wallNow: site.wall.now });
    const held = deps.live.topic<IoLive>('io').get(ioId(one.id, 'output', 1));
    expect(held?.owners).toHaveLength(1);
    await deps.close();
  });
