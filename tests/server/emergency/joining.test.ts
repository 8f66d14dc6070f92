import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmLive, AlarmRecordDetail, AlarmTarget } from '../../../contract/entities/tasks/alarm.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type EmergencySite, openAt, startEmergencySite, until } from './emergencySite.ts';

let site: EmergencySite;
let house: number;
let garden: number;
let hall: { id: number; client: TerminalClient };
let leave: number;
beforeAll(async () => {
  site = await startEmergencySite();
  house = await site.zone('House');
  garden = await site.zone('Garden');
  hall = await site.adopted('HALL', house);
  const song = await site.file('Leave', 4);
  leave = await site.linkage({ name: 'Leave', files: [song], orgs: [house], org: house });
});
afterAll(() => site.close());

const alarmOf = (plan: number) =>
  site.deps.live
    .topic<AlarmLive>('alarm')
    .snapshot()
    .find((one) => one.plan_id === plan);
const isAlarmed = (client: TerminalClient) => openAt(client)?.task_type === 3;
const move = (id: number, org: number) =>
  site.value('POST', '/v1/device/batch', { ids: [id], action: 'zone', org });
const stop = async (plan: number) => {
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`);
  await until('it is over', () => alarmOf(plan) === undefined);
};

test('a terminal enrolled or moved into the zone joins the alarm; one moved out leaves it', async () => {
  const guest = await site.adopted('GUEST', garden);
  const plan = await site.plan({ name: 'Smoke', org: house, linkage_task_ids: [leave] });
  const { alarm_id } = await site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
  await until('the hall sounds', () => isAlarmed(hall.client));
  expect(isAlarmed(guest.client)).toBe(false);

  await move(guest.id, house);
  await until('the guest sounds', () => isAlarmed(guest.client));
  await until('both play the same', () => openAt(guest.client)?.broadcast === openAt(hall.client)?.broadcast);
  const late = await site.adopted('LATE', house);
  await until('the new one sounds', () => isAlarmed(late.client));
  expect(alarmOf(plan)?.targets).toBe(3);

  await move(guest.id, garden);
  await until('the guest is free', () => !isAlarmed(guest.client));
  expect(isAlarmed(hall.client)).toBe(true);
  await move(guest.id, house);
  await until('the guest sounds again', () => isAlarmed(guest.client));

  const path = `/v1/alarm_record/${alarm_id}`;
  const recorded = await until('its record has them', async () => {
    const { targets, events } = await site.value<AlarmRecordDetail>('GET', path);
    const some = events.filter(({ kind }) => kind === 'joined' || kind === 'left');
    return targets === 3 && some.length === 4 ? some : null;
  });
  expect(recorded.map(({ kind, params }) => [kind, params.names])).toEqual([
    ['joined', 'GUEST'],
    ['joined', 'LATE'],
    ['left', 'GUEST'],
    ['joined', 'GUEST'],
  ]);
  await stop(plan);
  for (const { client } of [hall, guest, late]) await until('it is free', () => !isAlarmed(client));
  await move(guest.id, garden);
  await move(late.id, garden);
});

test('a terminal added to the group joins; removing one is refused while the alarm sounds', async () => {
  const shed = await site.adopted('SHED', house);
  const porch = await site.adopted('PORCH', house);
  const group = await site.value<{ id: number }>('POST', '/v1/device_group', {
    name: 'Outer',
    device_ids: [shed.id],
  });
  const file = await site.file('Go', 4);
  const task = await site.linkage({ name: 'Go', files: [file], groups: [group.id], org: house });
  const plan = await site.plan({ name: 'Outer', org: house, linkage_task_ids: [task] });
  await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
  await until('the shed sounds', () => isAlarmed(shed.client));
  const patch = (body: object) =>
    site.call('PATCH', `/v1/device_group/${group.id}`, { token: site.token, body });
  expect((await patch({ device_ids: [porch.id] })).body.key).toBe('broadcast.alarmInProgress');
  expect((await patch({ name: 'Other' })).body.key).toBe('broadcast.alarmInProgress');
  expect((await patch({ device_ids: [shed.id, porch.id] })).body.code).toBe(200);
  await until('the porch sounds', () => isAlarmed(porch.client));
  await stop(plan);
});

test('a silent drill asks joining terminals; a silenced alarm adds them without sound', async () => {
  const plan = await site.plan({ name: 'Drill', org: house, linkage_task_ids: [leave] });
  await site.value('POST', `/v1/alarm_plan/${plan}/start`, { drill: 'silent' });
  await until('the hall is asked', () => hall.client.heard.some((one) => one.type === 'drill'));
  const cellar = await site.adopted('CELLAR', house);
  const request = await until('the cellar is asked', () =>
    cellar.client.heard.find((one) => one.type === 'drill'),
  );
  if (request.type !== 'drill') throw new Error('no drill');
  cellar.client.send({ type: 'drill', drill: request.drill });
  await until('it is confirmed', () => alarmOf(plan)?.sounding === 1);
  await stop(plan);

  await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
  await until('the hall sounds', () => isAlarmed(hall.client));
  await site.value('POST', `/v1/alarm_plan/${plan}/silence`);
  const attic = await site.adopted('ATTIC', house);
  await until('the alarm holds it', () => site.deps.broadcasting.engine.claims.holder(attic.id));
  expect(isAlarmed(attic.client)).toBe(false);
  await site.value('POST', `/v1/alarm_plan/${plan}/unsilence`);
  await until('it sounds', () => isAlarmed(attic.client));
  await stop(plan);
});

test('an action that names its alarm does not hit a later alarm of the plan', async () => {
  const plan = await site.plan({ name: 'Late', org: house, linkage_task_ids: [leave] });
  const begin = () => site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
  const acknowledge = (alarm_id: number) =>
    site.call('POST', `/v1/alarm_plan/${plan}/acknowledge`, { token: site.token, body: { alarm_id } });
  const first = await begin();
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`, { alarm_id: first.alarm_id });
  await until('it is over', () => alarmOf(plan) === undefined);
  const second = await begin();
  expect((await acknowledge(first.alarm_id)).body.key).toBe('alarm.stateForbids');
  expect(alarmOf(plan)?.acknowledged_at).toBeNull();
  expect((await acknowledge(second.alarm_id)).body.code).toBe(200);
  expect(alarmOf(plan)?.acknowledged_at).not.toBeNull();
  await stop(plan);
});

test('the record of an alarm has what a terminal played without a link, during the alarm and afterwards', async () => {
  const { id, secret, client: first } = await site.adopted('FAR', house);
  first.socket.close();
  const hello = { code: 'FAR', secret, boot: 'boot-FAR', features: ['decode', 'offline'] };
  const far = { id, client: await TerminalClient.hello(site.url, hello) };
  await far.client.next('welcome');
  const plan = await site.plan({ name: 'Cut', org: house, linkage_task_ids: [leave] });
  const { alarm_id } = await site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
  await until('it sounds', () => isAlarmed(far.client));
  const told = async () => {
    const path = `/v1/alarm_record/${alarm_id}/target`;
    const { rows } = await site.value<{ rows: AlarmTarget[] }>('GET', path);
    return rows.find(({ terminal_id }) => terminal_id === far.id);
  };
  const first_sound_ms = Date.now() - 60_000;
  const broadcast = openAt(far.client)?.broadcast ?? 0;
  const record = { n: 1, task: null, start_s: null, broadcast, first_sound_ms, played_ms: 50_000 };
  const isConfirmed = () => far.client.heard.some(({ type }) => type === 'keep.confirmed');
  await until('it is confirmed', () => {
    far.client.send({ type: 'keep.played', records: [record] });
    return isConfirmed();
  });
  const during = await told();
  expect(during?.first_sound_at).toBe(first_sound_ms);
  expect(during?.played_ms).toBeGreaterThanOrEqual(50_000);
  await stop(plan);
  const after = await told();
  expect(after?.state).toBe('ended');
  expect(after?.played_ms).toBeGreaterThanOrEqual(50_000);
});
