import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveRow, TopicName } from '../../../contract/api/live.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples, type Samples } from '../rights/samples.ts';

/**
 * Fields by entity, read from the real server: as the API answers them, and as the live rows of a console have them.
 * tests/spec-coverage names these tests.
 */
let site: AirSite;
let samples: Samples;
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
});
afterAll(() => site.close());

type Row = Record<string, unknown>;
const get = async (path: string) =>
  (await site.call('GET', path, { token: site.token })).body as unknown as { code: number; value: Row };
const idOf = (entity: string) => (samples.rows[entity] as { id: number }).id;

/** Row of a sample: what the API answers, with the fields of the live row. */
async function rowOf(entity: string): Promise<Row> {
  const { value } = await get(`/v1/${entity}/${idOf(entity)}`);
  return { ...value, ...site.deps.live.topic<Row & LiveRow>(entity as TopicName).get(idOf(entity)) };
}
function expectFields(row: Row | undefined, names: readonly string[], what: string) {
  for (const name of names) expect(row?.[name], `${what}.${name}`).not.toBeUndefined();
}

const terminal = ['id', 'code', 'name', 'online', 'groups', 'org', 'ao_volume', 'ai_volume'];
const fields: Record<string, readonly string[]> = {
  device: [
    ...terminal,
    'dev_name2',
    'client_ip',
    'client_version',
    'tasks',
    'play_status',
    'last_login_time',
    'ICCID',
    'call_number',
    'support_upgrade',
    'support_set_buffalo',
    'support_set_server_config',
  ],
  caster: [...terminal, 'priority', 'user_id', 'orgs'],
  capturer: [...terminal, 'mode'],
  xtts: terminal,
  dialogue: [...terminal, 'callee', 'priority'],
  fire_control_device: [...terminal, 'delayTriggerTime'],
  partition: ['name', 'code', 'parent_id', 'has_password'],
  user: ['code', 'name', 'role_code', 'groups'],
  plan: ['name', 'start_date', 'end_date', 'desc', 'tasks'],
  scheduled_task: [
    ...['name', 'priority', 'audio_source', 'start_date', 'start_time', 'end_date', 'end_time'],
    ...['weekday_flags', 'volume', 'play_order', 'loop', 'duration', 'devices', 'files'],
    ...['interval_time', 'advancePlayTime', 'offline_tasks'],
  ],
  file: ['name', 'original_name', 'size', 'duration_ms', 'uploaded_at', 'group_id'],
  preset_text: ['name', 'textContent', 'voiceName', 'voiceSpeed', 'build_status'],
  radio: ['name', 'radio_url'],
  alarm_plan: [
    ...['name', 'priority', 'fire_control_device', 'input_nums', 'output_nums', 'linkage_task_ids'],
    ...['gpio_set_task_ids', 'status', 'reset_time', 'activated', 'desc'],
  ],
  alarm_record: [
    ...['device_name', 'reset_at', 'reset_by_user', 'created_at', 'status', 'input_nums', 'output_nums'],
  ],
  upgrade: ['device_type', 'creator', 'created_at', 'ended_at', 'upgrade_pack_name'],
  record_file: ['recordType', 'callerName', 'callerId', 'calleeId', 'calleeName', 'createdAt'],
};

describe('fields of a row', () => {
  test.each(Object.entries(fields))('%s has every field', async (entity, names) => {
    expectFields(await rowOf(entity), names, entity);
  });

  test('a role has code, name and permissions', async () => {
    const { value } = await get('/v1/role?limit=1');
    expectFields((value.rows as Row[])[0], ['code', 'name', 'permissions'], 'role');
  });

  test('the task log has every field', async () => {
    const { value } = await get('/v1/task_log?limit=1');
    expectFields(
      (value.rows as Row[])[0],
      [
        ...['task_name', 'start_time', 'end_time', 'task_type', 'audio_source', 'operator_code'],
        ...['device_code', 'capturer_code', 'capturer_channel', 'gpio_code'],
      ],
      'task_log',
    );
  });

  test('the run log has every field', async () => {
    const { value } = await eventually(async () => {
      const answer = await get('/v1/online_log?limit=1');
      expect((answer.value.rows as Row[]).length).toBe(1);
      return answer;
    });
    const names = ['login_at', 'dropped_at', 'online_role', 'peer_addr', 'online_time'];
    expectFields((value.rows as Row[])[0], names, 'online_log');
  });

  test('an hour of the 4G signal has average, maximum, minimum, count and report time', async () => {
    const hours = await eventually(async () => {
      const { value } = await get(`/v1/signal/${idOf('device')}/hour`);
      const rows = Object.values(value).flat() as Row[];
      expect(rows.length).toBeGreaterThan(0);
      return rows;
    });
    expect(hours.find((one) => typeof one === 'object')).toMatchObject({
      avg: 18,
      max: 18,
      min: 18,
      count: 1,
    });
    expectFields(
      hours.find((one) => typeof one === 'object'),
      ['reported_at'],
      'signal',
    );
  });

  test('the system configuration has every setting', async () => {
    const { value } = await get('/v1/sys/config');
    expectFields(
      value,
      [
        ...['title_cn', 'title_en', 'title_kr', 'cloud_control', 'log_retention_days', 'remote_server'],
        ...['remote_port', 'voice_mix', 'password_strength', 'record_retention_days', 'enterprise_code'],
        ...['play_volume', 'buffalo_backend', 'http_backend', 'force_buffalo', 'task_log_retention_days'],
        ...['upgrade_log_retention_days', 'fixed_task_priority', 'real_time_web_priority'],
        ...[
          'caster_task_priority',
          'linkage_task_priority',
          'wx_talk_task_priority',
          'gpio_set_task_priority',
        ],
      ],
      'config',
    );
  });

  test('a zone is a node of the tree: id, the zone above, and those below', async () => {
    const below = await site.zone('Below', samples.north);
    const { value } = await get(`/v1/partition/${below}`);
    expect(value).toMatchObject({ id: below, parent_id: samples.north });
    const children = site.deps.zones.all().filter(({ parent_id }) => parent_id === samples.north);
    expect(children.map(({ id }) => id)).toContain(below);
  });
});

describe('values that are set are read again', () => {
  const changes: Record<string, Row> = {
    scheduled_task: {
      ...{ name: 'Evening bell', priority: 33, start_date: '2026-02-01', start_time: '18:05:00' },
      ...{ end_date: '2026-12-31', schedule_day: 2, weekday_flags: [1, 3, 5], volume: 44, play_order: 1 },
      ...{ loop: 0, interval_time: 4, advancePlayTime: 20, offline_tasks: true },
    },
    plan: { name: 'Winter term', start_date: '2026-09-01', end_date: '2027-01-31', desc: 'Bells' },
    preset_text: { name: 'Closing', textContent: 'We close.', voiceName: 'xiaofeng', voiceSpeed: 60 },
    device: { name: 'Gym', dev_name2: 'Left', ao_volume: 33, ai_volume: 22, call_number: '4711' },
    caster: { name: 'Desk', priority: 7, ao_volume: 31, ai_volume: 21 },
    partition: { name: 'North wing', code: 'north-wing' },
    radio: { name: 'News' },
  };
  test.each(Object.entries(changes))('a change of %s is stored and read again', async (entity, change) => {
    const path = `/v1/${entity}/${idOf(entity)}`;
    const before = (await get(path)).value;
    const body = { ...change, ...(before.rev === undefined ? {} : { rev: before.rev }) };
    const answer = await site.call('PATCH', path, { token: site.token, body });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
    expect((await get(path)).value).toMatchObject(change);
  });
});

describe('groups have a name and members', () => {
  const members: Record<string, [entity: string, field: string]> = {
    device_group: ['device', 'device_ids'],
    caster_group: ['caster', 'caster_ids'],
    capturer_group: ['capturer', 'capturer_ids'],
    xtts_group: ['xtts', 'xtts_ids'],
    fire_control_device_group: ['fire_control_device', 'fire_control_device_ids'],
    alarm_plan_group: ['alarm_plan', 'alarm_plan_ids'],
    linkage_task_group: ['linkage_task', 'linkage_task_ids'],
  };
  test.each(Object.entries(members))('%s has a name and members', async (group, [entity, field]) => {
    const made = await site.post(`/v1/${group}`, { name: `All ${entity}`, [field]: [idOf(entity)] });
    expect(made.body, JSON.stringify(made.body)).toMatchObject({ code: 200 });
    const { value } = await get(`/v1/${group}/${(made.body.value as { id: number }).id}`);
    expect(value).toMatchObject({ name: `All ${entity}`, [field]: [idOf(entity)] });
  });

  test.each([
    ['file_group', 'file'],
    ['preset_text_group', 'preset_text'],
    ['radio_group', 'radio'],
  ])('%s collects %s rows', async (group, entity) => {
    const made = await site.post(`/v1/${group}`, { name: `Some ${entity}` });
    const { id } = made.body.value as { id: number };
    const body = { ids: [idOf(entity)], action: 'move', group_id: id };
    const moved = await site.post(`/v1/${entity}/batch`, body);
    expect(moved.body.value, JSON.stringify(moved.body)).toMatchObject({ results: [{ ok: true }] });
    expect((await get(`/v1/${entity}/${idOf(entity)}`)).value).toMatchObject({ group_id: id });
  });
});
