import { expect } from 'vitest';
import type { MadeTalkLink } from '../../../contract/entities/tasks/talkLink.ts';
import { type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import type { SignalRow } from '../../../contract/entities/terminals/signal.ts';
import type { CallLive } from '../../../contract/protocol/call.ts';
import { eventually } from '../../support/eventually.ts';
import { password } from '../accounts/people.ts';
import type { AirSite } from '../broadcast/airSite.ts';
import { openApiRoutes } from './walk.ts';

/**
 * Rows in one zone for every `/:id` route, and bodies that pass the schema. Entities that lie in a zone and refer to
 * nothing are created from the examples of the API. Others with `/:id` routes need a line here; otherwise the walk fails
 * with a message.
 */
export interface Samples {
  /** Zone of the samples, and another one. */
  north: number;
  south: number;
  /** Ids by the path after `/v1/`, of a row in the north; `shared`: rows without a zone; `own`: of the caller. */
  rows: Record<string, { id: number; places?: Record<string, number> } | 'shared' | 'own'>;
  /** Samples by route name. */
  bodies: Record<string, object>;
}

export async function makeSamples(site: AirSite): Promise<Samples> {
  const { pool } = site.database;
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const { id: device, client: speaker } = await site.adopted('NORTH-1', north);
  speaker.send({ type: 'signal', csq: 18 });
  const kinds = ['caster', 'dialogue', 'capturer', 'xtts', 'fire_control_device'] as const;
  const terminals: Record<string, { id: number }> = {};
  for (const kind of kinds) {
    const { id, client } = await site.adopted(`N-${kind}`, north, kind);
    terminals[kind] = { id };
    if (kind === 'caster')
      void client.next('call.state').then(({ call }) => client.send({ type: 'call.answer', call }));
    if (kind === 'fire_control_device')
      client.send({ type: 'status', kind, inputs: [{ input: 1, active: false, line: 'ok' }], outputs: [] });
  }
  const signal = site.deps.live.topic<SignalRow>('signal');
  await eventually(() => expect(signal.get(device)).toBeDefined());
  const line = ioId(terminals.fire_control_device?.id ?? 0, 'input', 1);
  const io = site.deps.live.topic<IoLive>('io');
  await eventually(() => expect(io.get(line)).toBeDefined());
  await pool.query(
    "insert into relay (name, org, public_key, withdrawn_at) values ('Annexe', $1, 'none', now())",
    [north],
  );
  const virtual = await site.post('/v1/virtual_caster', {
    name: 'Reception',
    call_number: '100',
    casters: [terminals.caster?.id],
  });
  const station = site.deps.terminals.directory.byId(terminals.dialogue?.id ?? 0);
  if (station !== undefined) site.deps.calls.dial(station, '100');
  const call = site.deps.live.topic<CallLive>('call').snapshot()[0]?.id ?? 0;
  const song = await site.file('Song', 600);
  const task = await site.started({ files: [song], devices: [device] });
  // It waits behind the task, which has its rank and was there first.
  const queued = await site.started({
    ...{ name: 'Waits', files: [song], devices: [device], busy_policy: 'wait', wait_s: 3600 },
  });
  const reason = { key: 'broadcast.waitCancelled', params: {} };
  const unplayed = { id: queued, org: [north], name: 'Waits', account_id: 1, at: Date.now(), reason };
  site.deps.live.topic<typeof unplayed>('unplayed_start').upsert(unplayed);
  // Resolved faults lie in the zone as well.
  const over = { kind: 'terminal_locked', subject: 'over' } as const;
  site.deps.faultWatch.faults.open({ ...over, org: north });
  await site.deps.faultWatch.faults.settled();
  site.deps.faultWatch.faults.resolve(over.kind, over.subject);
  await site.deps.faultWatch.faults.settled();
  const endedFault = site.deps.live.topic('fault_ended').snapshot()[0]?.id ?? 0;
  await site.limited('northern', north, 'operator');
  const planned = await site.post('/v1/plan', { name: 'Term', start_date: '2026-01-01' });
  const plan = (planned.body.value as { id: number }).id;
  const bell = { name: 'Bell', plan_id: plan, audio_source: 0, files: [song], devices: [device] };
  const saved = await site.post('/v1/scheduled_task', {
    ...bell,
    start_date: '2026-01-01',
    start_time: '08:00',
  });
  const scheduled = (saved.body.value as { id: number }).id;
  const captured = await site.post('/v1/capturer_task', {
    name: 'Hall microphone',
    capturer: terminals.capturer?.id,
    capturer_channel: 1,
    devices: [device],
  });
  const linked = await site.post('/v1/linkage_task', {
    name: 'Leave the building',
    org: north,
    files: [song],
    devices: [device],
  });
  const linkage = (linked.body.value as { id: number }).id;
  const gpio = await site.post('/v1/gpio_task', {
    name: 'Bell',
    org: north,
    fire_control_device: terminals.fire_control_device?.id,
    input_nums: [1],
    outputs: [{ fire_control_device: terminals.fire_control_device?.id, output_nums: [1] }],
  });
  const quick = await site.post('/v1/quick_code', {
    code: '42',
    name: 'To the north',
    org: north,
    action: 'page',
    orgs: [north],
  });
  const phone = await site.post('/v1/talk_link', { title: 'Sports day', orgs: [north], minutes: 60 });
  const alarmed = await site.post('/v1/alarm_plan', {
    name: 'Fire',
    org: north,
    linkage_task_ids: [linkage],
  });
  const alarmPlan = (alarmed.body.value as { id: number }).id;
  // Running alarm, and thus a record of it.
  const begun = await site.post(`/v1/alarm_plan/${alarmPlan}/start`, { drill: 'silent' });
  const alarm = (begun.body.value as { alarm_id: number }).alarm_id;
  const endedAlarm = { id: alarm, org: [north], began_at: Date.now() };
  site.deps.live.topic('alarm_ended').upsert(endedAlarm);
  const connected = await site.post('/v1/integration', {
    ...{ name: 'Sprinkler', kind: 'webhook_in', org: north, alarm_plan: alarmPlan },
    secret: Buffer.alloc(32, 1).toString('base64'),
  });
  const { id: integration } = connected.body.value as { id: number };
  const phoneCall = { id: 1, org: [north], integration };
  site.deps.live.topic('phone_call').upsert(phoneCall);
  const file = await site.file('Northern song', 600);
  await site.call('PATCH', `/v1/file/${file}`, { token: site.token, body: { org: north } });
  // Recording of the north; its missing file is reported like a deleted one.
  const recorded = await pool.query<{ id: number }>(
    `insert into record_file (record_type, name, caller_name, callee_name, began_at, duration_ms, size, channels,
       emergency, orgs, path, peaks)
     values ('page', 'Page', 'Ann', 'North', 0, 1000, 8000, 1, false, $1, 'walk.ogg', '[1]') returning id`,
    [[north]],
  );
  const live = site.deps.live.topic('record_file');
  live.upsert({ id: recorded.rows[0]?.id ?? 0, org: [north] });
  // Ended batch of upgrades, with a terminal of the north.
  const upgraded = await pool.query<{ id: number }>(
    `insert into upgrade (upgrade_pack_name, version, feature_code, creator, ended_at, state, waves, wave_count,
       failure_limit) values ('Walk', '2', 'aoip.p', 'Ann', now(), 'ended', '{}', 1, 1) returning id`,
  );
  const batch = upgraded.rows[0]?.id ?? 0;
  await pool.query(
    `insert into upgrade_terminal (upgrade, terminal_id, name, code, org, wave, status, from_version)
     values ($1, $2, 'NORTH-1', 'NORTH-1', $3, 1, 'upgrade_failed', '1')`,
    [batch, device, north],
  );
  site.deps.live.topic('upgrade').upsert({ id: batch, org: north });
  const one = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: number }>(text, values)).rows[0]?.id;
  // Fault that ends neither by a report of the terminal nor a while after the start.
  site.deps.faultWatch.faults.open({
    kind: 'terminal_lost',
    subject: 'standing',
    terminal_id: device,
    org: north,
    params: { name: 'NORTH-1', code: 'NORTH-1' },
  });
  let fault: number | undefined;
  while (fault === undefined) fault = await one('select id from fault where terminal_id = $1', [device]);
  const user = (await one("select id from account where code = 'northern'")) ?? 0;
  const sid = (await one('select id from login_session where account_id = $1', [user])) ?? 0;
  const reset = { password, confirmPassword: password };
  const rows: Samples['rows'] = {
    user: { id: user, places: { sid } },
    partition: { id: north },
    device: { id: device },
    signal: { id: device },
    ...terminals,
    call: { id: call },
    io: { id: line },
    virtual_caster: virtual.body.value as { id: number },
    task: { id: task },
    queued_start: { id: queued },
    unplayed_start: { id: queued },
    plan: { id: plan },
    scheduled_task: { id: scheduled },
    capturer_task: captured.body.value as { id: number },
    task_log: { id: task },
    linkage_task: { id: linkage },
    talk_link: { id: (phone.body.value as MadeTalkLink).link.id },
    alarm_plan: { id: alarmPlan },
    gpio_task: gpio.body.value as { id: number },
    quick_code: quick.body.value as { id: number },
    alarm: { id: alarm },
    alarm_record: { id: alarm },
    integration: { id: integration },
    phone_call: { id: 1 },
    fault: { id: fault },
    fault_ended: { id: endedFault },
    alarm_ended: { id: alarm },
    record_file: { id: recorded.rows[0]?.id ?? 0 },
    upgrade: { id: batch },
    upgrade_file: 'shared',
    role: 'shared',
    // Its routes need the whole site.
    relay: 'shared',
    file: { id: file },
    // A group belongs to the site; its members are limited to the caller's zones.
    device_group: 'shared',
    ...Object.fromEntries(kinds.map((kind) => [`${kind}_group`, 'shared' as const])),
    alarm_plan_group: 'shared',
    linkage_task_group: 'shared',
    // Licences of the site.
    tts_license: 'shared',
    // A terminal that is not adopted is in no zone.
    terminal_found: 'shared',
    profile: 'own',
    // Titles and pictures of the site.
    site: 'shared',
  };
  for (const route of await openApiRoutes(site)) {
    const [, , path = '', more] = route.path.split('/');
    const isCreation = route.method === 'POST' && more === undefined && route.fields?.includes('org');
    if (!isCreation || rows[path] !== undefined || route.example === undefined) continue;
    const made = await site.post(route.path, { ...route.example, org: north });
    if (made.body.code === 200) rows[path] = { id: (made.body.value as { id: number }).id };
  }
  return {
    north,
    south,
    rows,
    bodies: {
      'POST /v1/caster/{id}/call': { number: '1' },
      'POST /v1/dialogue/{id}/call': { number: '1' },
      'POST /v1/dialogue/{id}/page': { targets: { orgs: [north] } },
      ...Object.fromEntries(
        ['device', ...kinds].map((kind) => [`POST /v1/${kind}/{id}/remote`, { what: 'log' }]),
      ),
      'POST /v1/user/{id}/password': reset,
      'PATCH /v1/alarm_record/{id}': { note: 'seen' },
      'POST /v1/record_file/{id}/ticket': { kind: 'listen' },
      'POST /v1/file/{id}/ticket': { kind: 'listen' },
      // Their bodies are texts with a signature; refused without one.
      'POST /v1/integration/{id}/trigger': {},
      'POST /v1/integration/{id}/cap': {},
      'POST /v1/task/{id}/volume': { volume: 40 },
      'PUT /v1/task/{id}/files': { files: [song] },
      'POST /v1/plan/{id}/copy': { name: 'Copy' },
      'PUT /v1/plan/{id}/timetable': { rows: [] },
      'POST /v1/plan/{id}/timetable/dry_run': { rows: [] },
      'POST /v1/scheduled_task/{id}/copy': { name: 'Copy' },
    },
  };
}
