import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TopicName } from '../../../contract/api/live.ts';
import { notHeld } from '../../../server/platform/db/standIn/heldRows.ts';
import { excludedTables, snapshotTables } from '../../../server/platform/db/standIn/snapshotTables.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples, type Samples } from '../rights/samples.ts';

/** Rows that change in the database without the server, as while it runs from its snapshot. */
let site: AirSite;
let samples: Samples;
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
});
afterAll(() => site.close());

/** Tables whose rows have a name that is shown live, with their topics. */
const shown: Record<string, TopicName[]> = {
  partition: ['partition'],
  terminal: ['device', 'caster', 'dialogue', 'capturer', 'xtts', 'fire_control_device'],
  terminal_group: ['device_group'],
  virtual_caster: ['virtual_caster'],
  file: ['file'],
  file_group: ['file_group'],
  preset_text: ['preset_text'],
  radio: ['radio'],
  media_group: ['preset_text_group', 'radio_group'],
  scheduled_task: ['scheduled_task'],
  capturer_task: ['capturer_task'],
  gpio_task: ['gpio_task'],
  linkage_task: ['linkage_task'],
  alarm_plan: ['alarm_plan'],
  quick_code: ['quick_code'],
};

const rowsOf = (topic: TopicName) =>
  site.deps.live.topic(topic).snapshot() as { id: number; name?: string; rev?: number }[];
const tables = Object.keys(shown);

test('every table has a reader, or a reason why none is needed', () => {
  const all = [...Object.keys(snapshotTables), ...Object.keys(excludedTables)];
  const read = site.deps.heldRows.tables();
  expect(all.filter((name) => !read.has(name)).sort()).toEqual(Object.keys(notHeld).sort());
});

test('rows that were changed behind the server are read again', async () => {
  expect(Object.keys(samples.rows).length).toBeGreaterThan(10);
  await site.post('/v1/device_group', { name: 'Outer', device_ids: [rowsOf('device')[0]?.id] });
  const before = new Map(
    tables.flatMap((table) => shown[table] ?? []).map((topic) => [topic, rowsOf(topic)]),
  );
  for (const [topic, rows] of before) expect(rows, topic).not.toEqual([]);
  for (const table of tables)
    await site.database.pool.query(`update ${table} set name = name || ' (new)', rev = rev + 1`);
  await site.deps.heldRows.read();
  for (const [topic, rows] of before) {
    const now = rowsOf(topic);
    expect(
      now.map(({ id }) => id),
      topic,
    ).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
    for (const { id, name, rev } of now) {
      const was = rows.find((row) => row.id === id);
      // The test site stores a file without the service.
      if (was === undefined) expect(topic).toBe('file');
      else if (name === undefined) expect(rev, topic).toBeGreaterThan(was.rev ?? 0);
      else expect(name, topic).toMatch(/ \(new\)$/);
    }
  }
});

test('rows that were removed behind the server are gone', async () => {
  const [terminal] = [(await site.adopted('GONE', samples.north)).id];
  const made: [string, TopicName, number][] = [['terminal', 'device', terminal]];
  const add = async (table: string, topic: TopicName, body: object) => {
    const answer = await site.post(`/v1/${topic}`, { name: 'Gone', org: samples.north, ...body });
    expect(answer.body, topic).toMatchObject({ code: 200 });
    made.push([table, topic, (answer.body.value as { id: number }).id]);
  };
  await add('quick_code', 'quick_code', { code: '43', action: 'page', orgs: [samples.north] });
  await add('virtual_caster', 'virtual_caster', {
    org: undefined,
    call_number: '44',
    casters: [rowsOf('caster')[0]?.id],
  });
  await add('terminal_group', 'device_group', { org: undefined, device_ids: [rowsOf('device')[0]?.id] });
  await add('file_group', 'file_group', {});
  await add('preset_text', 'preset_text', { textContent: 'Go.' });
  await add('media_group', 'preset_text_group', {});
  await add('gpio_task', 'gpio_task', {
    fire_control_device: rowsOf('fire_control_device')[0]?.id,
    input_nums: [2],
    outputs: [{ fire_control_device: rowsOf('fire_control_device')[0]?.id, output_nums: [2] }],
  });
  await add('capturer_task', 'capturer_task', {
    org: undefined,
    capturer: rowsOf('capturer')[0]?.id,
    capturer_channel: 2,
    devices: [rowsOf('device')[0]?.id],
  });
  for (const [table, topic, id] of made) {
    expect(
      rowsOf(topic).some((row) => row.id === id),
      topic,
    ).toBe(true);
    await site.database.pool.query(`delete from ${table} where id = $1`, [id]);
  }
  await site.deps.heldRows.read();
  for (const [, topic, id] of made)
    expect(
      rowsOf(topic).some((row) => row.id === id),
      topic,
    ).toBe(false);
  expect(site.deps.terminals.directory.byId(terminal)).toBeUndefined();
});

test('settings, licences, holds and tests of lines, and faults follow the database', async () => {
  const { pool } = site.database;
  const [panel] = rowsOf('fire_control_device');
  const [speaker] = rowsOf('xtts');
  await pool.query(
    `insert into setting (key, value) values ('system_config', '{"title_en": "Behind"}')
     on conflict (key) do update set value = excluded.value`,
  );
  await pool.query('insert into tts_license (terminal_id, licenses) values ($1, 2)', [speaker?.id]);
  await pool.query(`insert into io_hold (terminal_id, output, account_id, name) values ($1, 3, 1, 'admin')`, [
    panel?.id,
  ]);
  await pool.query(
    `insert into fault (kind, subject, state, opened_at) values ('terminal_locked', 'behind', 'new', now())`,
  );
  await site.deps.heldRows.read();
  expect(site.deps.config.get().title_en).toBe('Behind');
  const pools = site.deps.live.topic('tts_license').snapshot() as unknown as { granted: number }[];
  expect(pools[0]?.granted).toBe(2);
  const faults = () => site.deps.faultWatch.faults.allOpen().filter(({ subject }) => subject === 'behind');
  expect(faults()).toHaveLength(1);
  await pool.query('delete from tts_license');
  await pool.query(`delete from fault where subject = 'behind'`);
  await site.deps.heldRows.read();
  expect(
    (site.deps.live.topic('tts_license').snapshot() as unknown as { granted: number }[])[0]?.granted,
  ).toBe(0);
  expect(faults()).toEqual([]);
});
