import { accountEntity } from '../../contract/entities/site/account.ts';
import { integrationEntity } from '../../contract/entities/site/integration.ts';
import { partitionEntity } from '../../contract/entities/site/partition.ts';
import { roleEntity } from '../../contract/entities/site/role.ts';
import { fileEntity, fileGroupEntity } from '../../contract/entities/sound/file.ts';
import { presetTextEntity, presetTextGroupEntity } from '../../contract/entities/sound/presetText.ts';
import { radioEntity, radioGroupEntity } from '../../contract/entities/sound/radio.ts';
import { alarmRecordSortable } from '../../contract/entities/tasks/alarm.ts';
import { alarmPlanEntity } from '../../contract/entities/tasks/alarmPlan.ts';
import { taskSortable } from '../../contract/entities/tasks/broadcast.ts';
import { capturerTaskSortable } from '../../contract/entities/tasks/capturerTask.ts';
import { gpioTaskEntity } from '../../contract/entities/tasks/gpioTask.ts';
import { linkageTaskEntity } from '../../contract/entities/tasks/linkageTask.ts';
import { planSortable } from '../../contract/entities/tasks/plan.ts';
import { quickCodeEntity } from '../../contract/entities/tasks/quickCode.ts';
import { scheduledTaskSortable } from '../../contract/entities/tasks/scheduledTask.ts';
import { foundSortable } from '../../contract/entities/terminals/device.ts';
import { faultSortable } from '../../contract/entities/terminals/fault.ts';
import {
  alarmPlanGroupEntity,
  linkageTaskGroupEntity,
  terminalGroupEntities,
} from '../../contract/entities/terminals/group.ts';
import { terminalKinds } from '../../contract/entities/terminals/kinds.ts';
import { signalSortable } from '../../contract/entities/terminals/signal.ts';
import { upgradeFileEntity } from '../../contract/entities/terminals/upgrade.ts';
import { virtualCasterEntity } from '../../contract/entities/terminals/virtualCaster.ts';
import { type Firsts, SITE } from './listData.ts';
import { brief, caseOf, entity, type ListCase, log, paged, type Query, searches } from './listShapes.ts';

/** Rows that cases refer to by id. */
const placesOf = (first: Firsts) => ({
  first,
  school: first.partition + 4,
  zone: first.partition + 999,
  /** Account with many sessions. */
  account: first.account + 1,
  device: first.terminal + 1233,
  fire: first.terminal + SITE.devices + 2004,
  capturer: first.terminal + SITE.devices + 2002,
  role: first.role + 1,
  album: first.file_group,
  texts: first.media_group,
  stations: first.media_group + SITE.textGroups,
  plan: first.plan + 16,
  task: first.scheduled_task,
  alarmPlan: first.alarm_plan + 16,
  /** Alarm at a few terminals, and one at all of them; and such runs. */
  alarms: [first.alarm, first.alarm + SITE.alarms - 1],
  runs: [first.broadcast, first.broadcast + SITE.tasks - 1],
  midTask: first.broadcast + SITE.tasks / 2,
  packages: first.upgrade_file,
  /** Upgrades of a few terminals, and of many. */
  upgrades: [first.upgrade, first.upgrade + SITE.upgrades - 1],
});
type Places = ReturnType<typeof placesOf>;

const { now } = SITE;
const DAY = 86_400;
const aDay = { from: now - 30 * DAY, to: now - 29 * DAY };

const terminals = (at: Places): ListCase[] => [
  ...entity(terminalKinds.device.entity as never, searches('Hall', 'room 17', 'D01234'), [
    { org: at.zone },
    { code: 'D01234' },
  ]),
  ...entity(terminalGroupEntities.device as never, searches('Group', '17', 'Group 142')),
  // The other kinds have the same statements over fewer rows.
  ...Object.values(terminalKinds)
    .filter(({ kind }) => kind !== 'device')
    .flatMap(({ entity: one, kind }) =>
      brief(one as never, [{ org: at.zone }, { code: `${kind.toUpperCase()}17` }, { sort: 'code' }]),
    ),
  ...Object.entries(terminalGroupEntities)
    .filter(([kind]) => kind !== 'device')
    .flatMap(([, one]) => brief(one as never)),
  ...entity(virtualCasterEntity as never, searches('Desk', '17', 'Desk 142')),
  ...paged('/v1/terminal_found', foundSortable, ['17'], []),
  ...paged('/v1/signal', signalSortable, searches('Hall', 'room 17', 'D01234'), [
    { org: at.zone },
    { strength: 'weak' },
    { strength: 'none' },
  ]),
  caseOf('/v1/device/{id}/tasks', {}, `/v1/device/${at.device}/tasks`),
  caseOf('/v1/signal/{id}/hour', {}, `/v1/signal/${at.device}/hour`),
  caseOf('/v1/signal/{id}/hour', { from: now - 30 * DAY, to: now }, `/v1/signal/${at.device}/hour`),
];

const people = (at: Places): ListCase[] => [
  ...entity(partitionEntity, searches('room', 'School 17', 'S17-23'), [{ parent_id: at.zone }]),
  ...entity(accountEntity, searches('a', 'a12', 'a123'), [
    { disabled: 'true' },
    { all_zones: 'false' },
    { role_id: at.role },
  ]),
  ...entity(roleEntity, searches('r', 'role 7', 'role 17'), [{ code: 'operator' }]),
  caseOf('/v1/profile/session', {}),
  caseOf('/v1/sys/terminal_licence', {}),
  caseOf('/v1/talk_link', {}),
  caseOf('/v1/queued_start', {}),
  caseOf('/v1/backup', {}),
  caseOf('/v1/user/{id}/session', {}, `/v1/user/${at.account}/session`),
];

const media = (at: Places): ListCase[] => [
  ...entity(fileEntity, searches('Song', 'song 17', 'song 1234'), [
    { group_id: at.album },
    { build_status: 'built' },
    { org: at.zone },
  ]),
  ...entity(fileGroupEntity, searches('Album', '17', 'Album 42'), [{ org: at.zone }]),
  ...entity(presetTextEntity, searches('Text', '17', 'Text 142'), [
    { group_id: at.texts },
    // A built text without its speech would be synthesised again meanwhile.
    { build_status: 'failed' },
    { voiceName: 'xiaoyan' },
    { org: at.zone },
  ]),
  ...entity(presetTextGroupEntity, searches('Texts', '1', 'Texts 7'), [{ org: at.zone }]),
  ...entity(radioEntity, searches('Radio', '17', 'Radio 142'), [
    { group_id: at.stations },
    { state: 'untested' },
    { org: at.zone },
  ]),
  ...entity(radioGroupEntity, searches('Radios', '1', 'Radios 7'), [{ org: at.zone }]),
  // Query before a batch deletion.
  ...(['file', 'preset_text', 'radio'] as const).map((kind) =>
    caseOf(`/v1/${kind}/used`, { ids: Array.from({ length: 20 }, (_, i) => at.first[kind] + i).join() }),
  ),
];

const flags: Query[] = [{ validity: 'not_effective' }, { enabled: 'true' }];
const week = { from: SITE.first, to: SITE.first + 7 * DAY };
const schedules = (at: Places): ListCase[] => [
  ...paged('/v1/plan', planSortable, searches('Plan', '17', 'Plan 142'), flags),
  ...paged('/v1/scheduled_task', scheduledTaskSortable, searches('Bell', '17', 'Bell 1234'), [
    ...flags,
    { plan_id: at.plan },
    { org: at.school },
    { task_type: 0 },
    { audio_source: 0 },
  ]),
  ...paged('/v1/capturer_task', capturerTaskSortable, searches('Hear', '17', 'Hear 142'), [
    { capturer: at.capturer },
  ]),
  caseOf('/v1/scheduled_task/{id}/run', {}, `/v1/scheduled_task/${at.task}/run`),
  caseOf('/v1/scheduled_task/{id}/run', { from: SITE.first }, `/v1/scheduled_task/${at.task}/run`),
  ...paged(
    '/v1/scheduled_task/{id}/keeping',
    ['name'],
    ['Hall', '17'],
    [{ synced: 'false' }],
    {},
    `/v1/scheduled_task/${at.task}/keeping`,
  ),
  caseOf('/v1/next_run', { limit: 20 }),
  caseOf('/v1/next_run', { limit: 20, from: SITE.first }),
  caseOf('/v1/timeline', { ...week, to: week.from + DAY }),
  caseOf('/v1/timeline', { ...week, to: week.from + DAY, org: at.school }),
  caseOf('/v1/timeline', { ...week, plan_id: at.plan }),
];

const alarms = (at: Places): ListCase[] => [
  ...entity(alarmPlanEntity as never, searches('Fire', '17', 'Fire 142'), [
    { org: at.zone },
    { fire_control_device: at.fire },
    { activated: 'true' },
  ]),
  ...entity(linkageTaskEntity as never, searches('Say', '17', 'Say 142'), [
    { org: at.zone },
    { audio_source: 1 },
  ]),
  ...entity(gpioTaskEntity as never, searches('Door', '17', 'Door 142'), [
    { org: at.zone },
    { gpio_type: 'link' },
    { activated: 'true' },
  ]),
  ...entity(quickCodeEntity as never, searches('Dial', '17', 'Dial 142'), [
    { org: at.zone },
    { action: 'page' },
    { activated: 'true' },
  ]),
  ...entity(integrationEntity as never, searches('Desk', '17', 'Desk 42'), [
    { org: at.zone },
    { kind: 'webhook_out' },
  ]),
  ...brief(alarmPlanGroupEntity as never),
  ...brief(linkageTaskGroupEntity as never),
  ...log(
    '/v1/io/event',
    [],
    [{ terminal_id: at.fire }, { terminal_id: at.fire, number: 2 }, { direction: 'output' }],
    SITE.ioRows / 2,
  ),
  ...paged('/v1/alarm_record', alarmRecordSortable, searches('Fire', '17', 'Fire 142'), [
    { plan_id: at.alarmPlan },
    { status: 1 },
    { drill: 'none' },
    aDay,
  ]),
  ...at.alarms.flatMap((id) =>
    paged('/v1/alarm_record/{id}/target', ['name'], ['Hall', '17'], [], {}, `/v1/alarm_record/${id}/target`),
  ),
];

const upgrades = (at: Places): ListCase[] => [
  ...entity(upgradeFileEntity as never, searches('Package', '17', 'Package 42'), [
    { feature_code: 'aoip.p' },
  ]),
  caseOf('/v1/upgrade_file/versions', {}),
  ...log(
    '/v1/upgrade',
    searches('Package', '17', 'Package 42'),
    [{ state: 'ended' }, { feature_code: 'aoip.p' }, { upgrade_file: at.packages }],
    at.first.upgrade + SITE.upgrades / 2,
  ),
  ...at.upgrades.map((id) => caseOf('/v1/upgrade/{id}/terminals', {}, `/v1/upgrade/${id}/terminals`)),
];

const logs = (at: Places): ListCase[] => [
  ...paged('/v1/task', taskSortable, searches('Task', '1717', 'Task 12345'), [], { state: 'ended' }),
  ...at.runs.flatMap((id) =>
    paged(
      '/v1/task/{id}/target',
      ['name'],
      searches('Hall', '17', 'D00001'),
      [{ state: 'unheard' }],
      {},
      `/v1/task/${id}/target`,
    ),
  ),
  ...log(
    '/v1/task_log',
    searches('Task', '1717', 'Task 12345'),
    [
      { from: now - DAY },
      aDay,
      { task_type: 1 },
      { task_type: 2 },
      { audio_source: 0 },
      { audio_source: 2 },
      { result: 'stopped' },
      { result: 'missed' },
      { result: 'incomplete' },
      { result: 'on_air' },
      { task_id: at.task + 16 },
      { terminal_id: at.device },
    ],
    at.midTask,
  ),
  ...at.runs.flatMap((id) =>
    paged(
      '/v1/task_log/{id}/target',
      ['name'],
      searches('Hall', '17', 'D00001'),
      [{ heard: 'true' }, { heard: 'false' }],
      {},
      `/v1/task_log/${id}/target`,
    ),
  ),
  ...log(
    '/v1/record_file',
    searches('Person', '171', 'Person 999'),
    [
      { from: now - DAY },
      aDay,
      { recordType: 'page' },
      { who: 'Person 17' },
      { alarm_id: at.alarms[0] as number },
    ],
    SITE.recordings / 2,
  ),
  ...paged('/v1/fault', faultSortable, searches('Hall', '1717', 'D01234'), [
    { state: 'open' },
    { kind: 'terminal_lost' },
    { terminal_id: at.device },
  ]),
  ...log(
    '/v1/online_log',
    searches('Hall', 'room 17', 'D01234'),
    [
      { from: now - DAY },
      aDay,
      { online_role: 0 },
      { online_role: 4 },
      { state: 'connected' },
      { state: 'lost' },
      { terminal_id: at.device },
      { org: at.school },
      { org: at.zone },
    ],
    SITE.onlineRows / 2,
  ),
  ...log(
    '/v1/audit',
    searches('Hall', 'room 17', 'Hall 123456'),
    [
      { from: now - DAY },
      aDay,
      { account_code: 'a123' },
      { account_code: 'nobody' },
      { entity: 'device' },
      { entity: 'role' },
      { action: 'edit' },
      { action: 'adopt' },
      { entity: 'device', entity_id: at.device },
    ],
    SITE.auditRows / 2,
  ),
];

/** Every list route, sorted, filtered and searched like in the console, at the site of `fill`. */
export function listCases(first: Firsts): readonly ListCase[] {
  const at = placesOf(first);
  return [terminals, people, media, schedules, alarms, upgrades, logs].flatMap((part) => part(at));
}
