import { accountEntity } from '../../contract/entities/account.ts';
import { alarmRecordSortable } from '../../contract/entities/alarm.ts';
import { alarmPlanEntity } from '../../contract/entities/alarmPlan.ts';
import { taskSortable } from '../../contract/entities/broadcast.ts';
import { capturerTaskSortable } from '../../contract/entities/capturerTask.ts';
import { faultSortable } from '../../contract/entities/fault.ts';
import { fileEntity, fileGroupEntity } from '../../contract/entities/file.ts';
import { gpioTaskEntity } from '../../contract/entities/gpioTask.ts';
import {
  alarmPlanGroupEntity,
  linkageTaskGroupEntity,
  terminalGroupEntities,
} from '../../contract/entities/group.ts';
import { terminalKinds } from '../../contract/entities/kinds.ts';
import { linkageTaskEntity } from '../../contract/entities/linkageTask.ts';
import { partitionEntity } from '../../contract/entities/partition.ts';
import { planSortable } from '../../contract/entities/plan.ts';
import { presetTextEntity, presetTextGroupEntity } from '../../contract/entities/presetText.ts';
import { radioEntity, radioGroupEntity } from '../../contract/entities/radio.ts';
import { roleEntity } from '../../contract/entities/role.ts';
import { scheduledTaskSortable } from '../../contract/entities/scheduledTask.ts';
import { virtualCasterEntity } from '../../contract/entities/virtualCaster.ts';
import { SITE } from './listData.ts';
import { brief, caseOf, entity, type ListCase, log, paged, type Query, searches } from './listShapes.ts';

const { now } = SITE;
const DAY = 86_400;
const aDay = { from: now - 30 * DAY, to: now - 29 * DAY };

const terminals: ListCase[] = [
  ...entity(terminalKinds.device.entity as never, searches('Hall', 'room 17', 'D01234'), [
    { org: SITE.zone },
    { code: 'D01234' },
  ]),
  ...entity(terminalGroupEntities.device as never, searches('Group', '17', 'Group 142')),
  // The other kinds are the same statements over fewer rows.
  ...Object.values(terminalKinds)
    .filter(({ kind }) => kind !== 'device')
    .flatMap(({ entity: one, kind }) =>
      brief(one as never, [{ org: SITE.zone }, { code: `${kind.toUpperCase()}17` }, { sort: 'code' }]),
    ),
  ...Object.entries(terminalGroupEntities)
    .filter(([kind]) => kind !== 'device')
    .flatMap(([, one]) => brief(one as never)),
  ...entity(virtualCasterEntity as never, searches('Desk', '17', 'Desk 142')),
  caseOf('/v1/terminal_found', {}),
];

const people: ListCase[] = [
  ...entity(partitionEntity, searches('room', 'School 17', 'S17-23'), [{ parent_id: SITE.zone }]),
  ...entity(accountEntity, searches('a', 'a12', 'a123'), [
    { disabled: 'true' },
    { all_zones: 'false' },
    { role_id: 2 },
  ]),
  ...entity(roleEntity, searches('r', 'role 7', 'role 17'), [{ code: 'operator' }]),
  caseOf('/v1/profile/session', {}),
  caseOf('/v1/user/{id}/session', {}, `/v1/user/${SITE.account}/session`),
];

const media: ListCase[] = [
  ...entity(fileEntity, searches('Song', 'song 17', 'song 1234'), [
    { group_id: 1 },
    { build_status: 'built' },
  ]),
  ...entity(fileGroupEntity, searches('Album', '17', 'Album 42')),
  ...entity(presetTextEntity, searches('Text', '17', 'Text 142'), [
    { group_id: 1 },
    { build_status: 'built' },
    { voiceName: 'xiaoyan' },
  ]),
  ...entity(presetTextGroupEntity, searches('Texts', '1', 'Texts 7')),
  ...entity(radioEntity, searches('Radio', '17', 'Radio 142'), [{ group_id: 21 }, { state: 'untested' }]),
  ...entity(radioGroupEntity, searches('Radios', '1', 'Radios 7')),
];

const flags: Query[] = [{ validity: 'not_effective' }, { enabled: 'true' }];
const week = { from: SITE.first, to: SITE.first + 7 * DAY };
const schedules: ListCase[] = [
  ...paged('/v1/plan', planSortable, searches('Plan', '17', 'Plan 142'), flags),
  ...paged('/v1/scheduled_task', scheduledTaskSortable, searches('Bell', '17', 'Bell 1234'), [
    ...flags,
    { plan_id: 17 },
    { org: SITE.school },
    { task_type: 0 },
    { audio_source: 0 },
  ]),
  ...paged('/v1/capturer_task', capturerTaskSortable, searches('Hear', '17', 'Hear 142'), [
    { capturer: SITE.capturer },
  ]),
  caseOf('/v1/scheduled_task/{id}/run', {}, '/v1/scheduled_task/1/run'),
  caseOf('/v1/scheduled_task/{id}/run', { from: SITE.first }, '/v1/scheduled_task/1/run'),
  caseOf('/v1/next_run', { limit: 20 }),
  caseOf('/v1/next_run', { limit: 20, from: SITE.first }),
  caseOf('/v1/timeline', { ...week, to: week.from + DAY }),
  caseOf('/v1/timeline', { ...week, to: week.from + DAY, org: SITE.school }),
  caseOf('/v1/timeline', { ...week, plan_id: 17 }),
];

const alarms: ListCase[] = [
  ...entity(alarmPlanEntity as never, searches('Fire', '17', 'Fire 142'), [
    { org: SITE.zone },
    { fire_control_device: SITE.fire },
    { activated: 'true' },
  ]),
  ...entity(linkageTaskEntity as never, searches('Say', '17', 'Say 142'), [
    { org: SITE.zone },
    { audio_source: 1 },
  ]),
  ...entity(gpioTaskEntity as never, searches('Door', '17', 'Door 142'), [
    { org: SITE.zone },
    { gpio_type: 'link' },
    { activated: 'true' },
  ]),
  ...brief(alarmPlanGroupEntity as never),
  ...brief(linkageTaskGroupEntity as never),
  ...log(
    '/v1/io/event',
    [],
    [{ terminal_id: SITE.fire }, { terminal_id: SITE.fire, number: 2 }, { direction: 'output' }],
    SITE.ioRows / 2,
  ),
  ...paged('/v1/alarm_record', alarmRecordSortable, searches('Fire', '17', 'Fire 142'), [
    { plan_id: 17 },
    { status: 1 },
    { drill: 'none' },
    aDay,
  ]),
  ...paged('/v1/alarm_record/{id}/target', ['name'], ['Hall', '17'], [], {}, '/v1/alarm_record/1/target'),
];

/** A run at a few terminals, and one at all of them. */
const runs = [1, SITE.allCall];
const logs: ListCase[] = [
  ...paged('/v1/task', taskSortable, searches('Task', '1717', 'Task 12345'), [], { state: 'ended' }),
  ...runs.flatMap((id) =>
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
      { task_id: 17 },
      { terminal_id: 1234 },
    ],
    SITE.tasks / 2,
  ),
  ...runs.flatMap((id) =>
    paged(
      '/v1/task_log/{id}/target',
      ['name'],
      searches('Hall', '17', 'D00001'),
      [{ heard: 'true' }, { heard: 'false' }],
      {},
      `/v1/task_log/${id}/target`,
    ),
  ),
  ...paged('/v1/fault', faultSortable, searches('Hall', '1717', 'D01234'), [
    { state: 'open' },
    { kind: 'terminal_lost' },
    { terminal_id: 1234 },
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
      { terminal_id: 1234 },
      { org: SITE.school },
      { org: SITE.zone },
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
      { entity: 'device', entity_id: 1234 },
    ],
    SITE.auditRows / 2,
  ),
];

/** Every list route, sorted, filtered and searched as the screens do. */
export const listCases: readonly ListCase[] = [
  ...terminals,
  ...people,
  ...media,
  ...schedules,
  ...alarms,
  ...logs,
];
