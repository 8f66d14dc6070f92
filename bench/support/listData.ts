import type pg from 'pg';

const onlineRows = 500_000;
const auditRows = 200_000;
const ioRows = 100_000;
/** Terminals with a modem, and hours of each. */
const modems = 10_000;
const signalHours = 24;
const recordings = 50_000;
const tasks = 20_000;
/** Terminals of each task: proofs of delivery are rows of the log too. */
const targets = 5;
/** Interval of tasks that play at every terminal. */
const allCallEvery = 2_000;
const alarms = 5_000;
/** Terminals of each alarm, and interval of drills of the whole site. */
const alarmTargets = 20;
const drillEvery = 1_000;
const upgrades = 200;
/** Terminals of each upgrade, and interval of upgrades of a large part of the site. */
const upgraded = 20;
const rolloutEvery = 10;
const rolledOut = 2_000;

/** Size of the benchmark's site: a district of 40 schools, 10,000 loudspeakers and a million rows of logs. */
export const SITE = {
  schools: 40,
  rooms: 49,
  devices: 10_000,
  accounts: 1_000,
  files: 5_000,
  textGroups: 20,
  faults: 20_000,
  onlineRows,
  auditRows,
  ioRows,
  modems,
  recordings,
  tasks,
  alarms,
  upgrades,
  targets,
  logRows:
    onlineRows +
    auditRows +
    ioRows +
    modems * signalHours +
    recordings +
    tasks * targets +
    alarms * alarmTargets +
    (tasks / allCallEvery + alarms / drillEvery) * 10_000,
  /** Start of the runs of the saved tasks, epoch seconds: in a year in which no benchmark is run. */
  first: 2_240_611_200,
  /** Number of zones of the account `some`. */
  someZones: 200,
  /** End of the logs, epoch seconds: a midnight so recent that nothing expires. */
  now: Math.floor(Date.now() / 86_400_000) * 86_400,
} as const;

/** Time of row n of a log: 90 days, evenly spread. */
const at = (n: string, rows: number) =>
  `to_timestamp(${SITE.now} - (${rows} - ${n}) * ${(90 * 86_400) / rows})`;

/** Tables whose rows others refer to by id. */
const named = [
  'partition',
  'role',
  'account',
  'file_group',
  'file',
  'plan',
  'scheduled_task',
  'alarm_plan',
  'linkage_task',
  'alarm',
  'broadcast',
  'terminal',
  'media_group',
  'preset_text',
  'radio',
  'upgrade_file',
  'upgrade',
] as const;
/** Lowest id of each. They differ between servers, which reserve ids ahead. */
export type Firsts = Readonly<Record<(typeof named)[number], number>>;

async function firsts(client: pg.Client): Promise<Firsts> {
  const each = named.map((table) => `(select coalesce(min(id), 0) from ${table})::int as ${table}`);
  return (await client.query<Firsts>(`select ${each.join(', ')}`)).rows[0] as Firsts;
}

/**
 * Creates zones, terminals, accounts, media, groups and logs, and the account `some`, with the password of
 * the administrator. `{table}` in a statement is replaced by the lowest id of that table; rows created
 * together have consecutive ids.
 */
export async function fill(client: pg.Client, print: (line: string) => void): Promise<Firsts> {
  const steps: [string, string][] = [
    [
      'zones',
      `insert into partition (name, code, parent_id)
       select 'School ' || n, 'S' || n, {partition} from generate_series(1, ${SITE.schools}) n;
       insert into partition (name, code, parent_id)
       select p.name || ' room ' || n, p.code || '-' || n, p.id
       from generate_series(1, ${SITE.rooms}) n, partition p where p.parent_id = {partition}`,
    ],
    [
      'terminals',
      `insert into terminal (role, kind, code, name, org, secret_hash, client_ip, client_version, last_login_time, call_number)
       select 0, 'device', 'D' || to_char(n, 'FM00000'), 'Hall ' || n || ' room ' || n % 50, {partition} + 1 + n % 2000, md5(n::text),
         '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256, '1.' || n % 7, to_timestamp(${SITE.now} - n), n::text
       from generate_series(1, ${SITE.devices}) n;
       insert into terminal (role, kind, code, name, org, secret_hash)
       select k.role, k.kind, upper(k.kind) || n, 'Hall ' || k.kind || n, {partition} + 1 + n % 2000, ''
       from generate_series(1, 500) n, (values (1, 'caster'), (1, 'dialogue'), (2, 'capturer'), (3, 'xtts'),
         (4, 'fire_control_device')) k(role, kind);
       insert into virtual_caster (name, call_number) select 'Desk ' || n, 900000 + n from generate_series(1, 500) n;
       insert into virtual_caster_member (virtual_caster_id, terminal_id, position)
       select v.id, t.id, k from virtual_caster v, generate_series(1, 3) k
         join terminal t on true where t.code = 'CASTER' || 1 + (v.id * 3 + k) % 500;
       insert into terminal_group (kind, name)
       select k, 'Group ' || n from generate_series(1, 200) n,
         unnest(array['device', 'caster', 'dialogue', 'capturer', 'xtts', 'fire_control_device', 'alarm_plan',
           'linkage_task']) k;
       insert into terminal_group_member (group_id, terminal_id)
       select g.id, t.id from terminal_group g join terminal t on t.kind = g.kind and t.id % 40 = g.id % 40`,
    ],
    [
      'people',
      `insert into role (code, name, permissions)
       select 'role' || n, 'role ' || n, '["list_device", "menu_home_page"]' from generate_series(1, 100) n;
       insert into account (code, name, password_hash, role_id, disabled)
       select 'a' || n, 'Person ' || n, a.password_hash, {role} + 1 + n % 50, n % 20 = 0
       from generate_series(1, ${SITE.accounts}) n, account a where a.code = 'admin';
       insert into account_partition (account_id, partition_id)
       select a.id, {partition} + 1 + a.id % ${SITE.schools} from account a where a.code <> 'admin';
       insert into account (code, name, password_hash, role_id) select 'some', 'Some', password_hash, role_id
       from account where code = 'admin';
       insert into login_session (account_id, token_hash, client_ip, user_agent, expires_at)
       select {account} + 1, 'none' || n, '127.0.0.1', 'bench', '2100-01-01' from generate_series(1, 200) n;
       insert into account_partition (account_id, partition_id)
       select a.id, z.id from account a, (select id from partition order by id desc limit ${SITE.someZones}) z
       where a.code = 'some'`,
    ],
    [
      'media',
      `insert into file_group (name, position) select 'Album ' || n, n from generate_series(1, 100) n;
       insert into file (name, original_name, size, sha256, duration_ms, build_status, format)
       select 'Song ' || n, 'song ' || n || '.mp3', n * 1000, md5(n::text), n * 10, 'built', 'MP3'
       from generate_series(1, ${SITE.files}) n;
       insert into file_group_member (group_id, item_id, position)
       select {file_group} + id % 100, id, id from file;
       insert into media_group (kind, name, position) select 'preset_text', 'Texts ' || n, n from generate_series(1, ${SITE.textGroups}) n;
       insert into preset_text (name, text_content, voice_name, voice_speed, build_status)
       select 'Text ' || n, 'Words ' || n, 'xiaoyan', 50, 'failed' from generate_series(1, 1000) n;
       insert into preset_text_group_member (group_id, item_id, position)
       select g.id, t.id, t.id from preset_text t join media_group g on g.name = 'Texts ' || 1 + t.id % ${SITE.textGroups};
       insert into media_group (kind, name, position) select 'radio', 'Radios ' || n, n from generate_series(1, 20) n;
       insert into radio (name, radio_url)
       select 'Radio ' || n, 'http://127.0.0.1/' || n from generate_series(1, 1000) n;
       insert into radio_group_member (group_id, item_id, position)
       select g.id, r.id, r.id from radio r join media_group g on g.name = 'Radios ' || 1 + r.id % 20`,
    ],
    [
      'plans',
      `insert into plan (name, start_date) select 'Plan ' || n, '2041-01-01' from generate_series(1, 200) n;
       insert into scheduled_task (name, plan_id, audio_source, start_date, start_time, priority, play_order, loop,
         resume_policy, active_since, orgs, files)
       select 'Bell ' || n, {plan} + n % 200, 0, '2041-01-01', to_char(6 + n % 12, 'FM00') || ':' || to_char(n % 60, 'FM00') || ':00',
         10, 0, 0, 'live', 0, jsonb_build_array({partition} + 1 + n % 2000), jsonb_build_array({file} + n % 1000)
       from generate_series(1, 2000) n;
       insert into capturer_task (name, capturer, capturer_channel, priority, resume_policy, orgs)
       select 'Hear ' || n, t.id, 1, 10, 'live', jsonb_build_array({partition} + 1 + n % 2000)
       from generate_series(1, 500) n join terminal t on t.code = 'CAPTURER' || n`,
    ],
    [
      'alarms',
      `insert into linkage_task (name, org, audio_source, text_content, orgs)
       select 'Say ' || n, {partition} + 1 + n % 2000, 1, 'Leave the building', jsonb_build_array({partition} + 1 + n % 2000) from generate_series(1, 500) n;
       insert into gpio_task (name, org, gpio_type, fire_control_device)
       select 'Door ' || n, {partition} + 1 + n % 2000, 'link', t.id
       from generate_series(1, 500) n join terminal t on t.code = 'FIRE_CONTROL_DEVICE' || n;
       insert into quick_code (code, name, org, action, orgs)
       select (90000000 + n)::text, 'Dial ' || n, {partition} + 1 + n % 2000, 'page',
         jsonb_build_array({partition} + 1 + n % 2000)
       from generate_series(1, 10000) n;
       insert into alarm_plan (name, org, priority, fire_control_device, linkage_task_ids)
       select 'Fire ' || n, {partition} + 1 + n % 2000, n % 100, t.id, jsonb_build_array({linkage_task} + n - 1)
       from generate_series(1, 500) n join terminal t on t.code = 'FIRE_CONTROL_DEVICE' || n;
       insert into integration (name, kind, enabled, org, url)
       select 'Desk ' || n, 'webhook_out', false, {partition} + 1 + n % 2000, 'https://127.0.0.1/' || n
       from generate_series(1, 200) n;
       insert into alarm_plan_group_member (group_id, alarm_plan_id)
       select g.id, p.id from terminal_group g join alarm_plan p on p.id % 40 = g.id % 40 where g.kind = 'alarm_plan';
       insert into linkage_task_group_member (group_id, linkage_task_id)
       select g.id, t.id from terminal_group g join linkage_task t on t.id % 40 = g.id % 40 where g.kind = 'linkage_task';
       insert into io_event (at, terminal_id, direction, number, kind)
       select 0, t.id, case when n % 100 = 0 then 'output' else 'input' end, 1 + n % 8, 'active'
       from generate_series(1, ${ioRows}) n join terminal t on t.code = 'FIRE_CONTROL_DEVICE' || 1 + n % 500;
       insert into alarm (plan_id, plan_name, priority, orgs, device_name, origin, state, began_at, reset_at, ended_at,
         created_at)
       select {alarm_plan} + n % 500, 'Fire ' || 1 + n % 500, 0, jsonb_build_array({partition} + 1 + n % 2000), 'Hall',
         '{"kind": "input", "by": "", "text": ""}', 'reset', ms, ms, ms + 180000, ${at('n', alarms)}
       from generate_series(1, ${alarms}) n, lateral (select extract(epoch from ${at('n', alarms)})::bigint * 1000 as ms) t`,
    ],
    [
      'faults',
      `insert into fault (kind, subject, terminal_id, org, params, state, opened_at, resolved_at)
       select case n % 3 when 0 then 'terminal_lost' when 1 then 'terminal_silent' else 'terminal_locked' end,
         n::text, t.id, t.org, jsonb_build_object('name', t.name, 'code', t.code),
         case when n > ${SITE.faults - 200} then 'new' else 'resolved' end, ${at('n', SITE.faults)},
         case when n > ${SITE.faults - 200} then null else ${at('n', SITE.faults)} + interval '1 minute' end
       from generate_series(1, ${SITE.faults}) n join terminal t on t.id = {terminal} + n % ${SITE.devices}`,
    ],
    [
      'the log of tasks',
      `insert into broadcast (task_id, due_at, task_type, name, audio_source, priority, play_order, loop, seed, items, state,
         anchor_at, started_by, started_at, ended_at, end_reason)
       select {scheduled_task} + n % 2000, n, n % 2, 'Task ' || n, n % 2, n % 100, 0, 0, n, '[]', 'ended', 0, {account},
         ${at('n', tasks)}, ${at('n', tasks)} + interval '3 minutes', case when n % 100 = 0 then 'stopped' else 'finished' end
       from generate_series(1, ${tasks}) n;
       insert into broadcast_target (broadcast_id, terminal_id, org, first_sound_at, played_ms, received, lost)
       select b.id, t.id, t.org, case when (b.seed + k) % 50 = 0 then null else b.seed end, 1000, 500, k
       from broadcast b join generate_series(0, ${targets - 1}) k on b.seed % ${allCallEvery} <> 0
         join terminal t on t.id = {terminal} + (b.seed * 7 + k * 1999) % ${SITE.devices};
       insert into broadcast_target (broadcast_id, terminal_id, org, first_sound_at, played_ms, received, lost)
       select b.id, t.id, t.org, case when (b.seed + t.id) % 5000 = 0 then null else b.seed end, 1000, 500, t.id % 7
       from broadcast b join terminal t on b.seed % ${allCallEvery} = 0 and t.kind = 'device';
       insert into broadcast (alarm_id, linkage_task_id, task_type, name, audio_source, priority, play_order, loop, seed,
         items, state, anchor_at, started_at, ended_at, end_reason)
       select {alarm} + n - 1, {linkage_task} + n % 500, 3, 'Say ' || 1 + n % 500, 1, 0, 0, 0, n, '[]', 'ended', 0,
         ${at('n', alarms)}, ${at('n', alarms)} + interval '3 minutes', 'finished' from generate_series(1, ${alarms}) n;
       insert into broadcast_target (broadcast_id, terminal_id, org, first_sound_at, played_ms, received, lost)
       select b.id, t.id, t.org, b.seed, 1000, 500, 0
       from broadcast b join generate_series(0, ${alarmTargets - 1}) k on b.alarm_id is not null and b.seed % ${drillEvery} <> 0
         join terminal t on t.id = {terminal} + (b.seed * 7 + k * 199) % ${SITE.devices};
       insert into broadcast_target (broadcast_id, terminal_id, org, first_sound_at, played_ms, received, lost)
       select b.id, t.id, t.org, b.seed, 1000, 500, 0
       from broadcast b join terminal t on b.alarm_id is not null and b.seed % ${drillEvery} = 0 and t.kind = 'device';
       insert into broadcast_org (broadcast_id, org, targets, heard, missed, received, lost, last_sound_at)
       select broadcast_id, coalesce(org, 0), count(*), count(first_sound_at), count(*) - count(first_sound_at),
         sum(received), sum(lost), max(first_sound_at)
       from broadcast_target group by 1, 2`,
    ],
    [
      'recordings',
      `insert into record_file (record_type, name, caller_name, caller_id, callee_name, began_at, duration_ms, size, channels,
         emergency, alarm_id, orgs, path)
       select (array['page', 'call', 'alarm', 'capturer'])[1 + n % 4], 'Live speech: Person ' || n % 1000, 'Person ' || n % 1000,
         {terminal} + n % 1000, 'School ' || 1 + n % ${SITE.schools}, extract(epoch from ${at('n', recordings)})::bigint * 1000,
         20000, 160000, 1, n % 1000 = 0, case when n % 4 = 2 then {alarm} + n % ${alarms} end,
         array[{partition} + 1 + n % 2000], n || '.ogg'
       from generate_series(1, ${recordings}) n`,
    ],
    [
      'the log of 4G signal',
      `insert into signal_last (terminal_id, csq, reported_at, latitude, longitude)
       select {terminal} + n, n % 32, to_timestamp(${SITE.now} - n), 31 + n % 100 * 0.01, 121 + n / 100 * 0.01
       from generate_series(0, ${modems - 1}) n;
       insert into signal_hour (terminal_id, hour, csq_sum, count, csq_min, csq_max, reported_at)
       select {terminal} + n, ${SITE.now / 3600} - h, 60 * (n % 32), 60, n % 32, n % 32, to_timestamp(${SITE.now} - h * 3600)
       from generate_series(0, ${modems - 1}) n, generate_series(1, ${signalHours}) h`,
    ],
    [
      'the run log',
      `insert into online_log (terminal_id, code, name, org, online_role, peer_addr, login_at, dropped_at)
       select t.id, t.code, t.name, t.org, t.role, '10.0.0.' || n % 250, ${at('n', onlineRows)},
         case when n > ${onlineRows - SITE.devices} then null else ${at('n', onlineRows)} + interval '1 hour' end
       from generate_series(1, ${onlineRows}) n join terminal t on t.id = {terminal} + n % (${SITE.devices} + 2500)`,
    ],
    [
      'the audit log',
      `insert into audit (at, account_id, account_code, client_ip, action, entity, entity_id, before, after)
       select ${at('n', auditRows)}, a.id, a.code, '10.0.0.1', case when n % 500 = 0 then 'adopt' else 'edit' end,
         case when n % 1000 = 0 then 'role' else 'device' end, {terminal} + n % ${SITE.devices},
         jsonb_build_object('name', 'Hall ' || n || ' room ' || n % 50, 'ao_volume', n % 100),
         jsonb_build_object('name', 'Hall ' || n || ' room ' || n % 50, 'ao_volume', n % 100 + 1)
       from generate_series(1, ${auditRows}) n join account a on a.id = {account} + 1 + n % ${SITE.accounts}`,
    ],
    [
      'the log of upgrades',
      `insert into upgrade_file (name, original_name, version, feature_code, size, sha256, signer_key, signature, build_status)
       select 'Package ' || n, 'package ' || n || '.tocsin', '1.' || n, (array['aoip.p', 'aoip.t', 'aoip.f', 'aoip.e'])[1 + n % 4],
         1000 * n, md5(n::text), '', '', 'failed' from generate_series(1, 100) n;
       insert into upgrade (upgrade_file, upgrade_pack_name, version, feature_code, creator, created_at, ended_at, state, waves,
         wave_count, failure_limit)
       select {upgrade_file} + n % 100, 'Package ' || n % 100, '1.' || n % 100, 'aoip.p', 'Person ' || n % 50, ${at('n', upgrades)},
         ${at('n', upgrades)} + interval '1 hour', 'ended', array[1, 10], 3, 1 from generate_series(1, ${upgrades}) n;
       insert into upgrade_terminal (upgrade, terminal_id, name, code, org, wave, status, progress, from_version)
       select {upgrade} + n - 1, t.id, t.name, t.code, t.org, case k when 1 then 1 when 2 then 2 else 3 end,
         case when k % 50 = 0 then 'upgrade_failed' else 'reboot_successful' end, 100, '1.0'
       from generate_series(1, ${upgrades}) n
         join generate_series(1, ${rolledOut}) k on k <= ${upgraded} or n % ${rolloutEvery} = 0
         join terminal t on t.id = {terminal} + (n * 7 + k * 3) % ${SITE.devices}`,
    ],
    ['statistics', 'vacuum analyze'],
  ];
  for (const [what, statements] of steps) {
    const from = performance.now();
    for (const statement of statements.split(';')) {
      const first = await firsts(client);
      await client.query(
        statement.replaceAll(/\{(\w+)\}/g, (_, table) => String(first[table as keyof Firsts])),
      );
    }
    print(`${what}: ${Math.round(performance.now() - from)} ms`);
  }
  return firsts(client);
}
