import { accountEntity } from '../../contract/entities/account.ts';
import { taskSortable } from '../../contract/entities/broadcast.ts';
import type { EntityContract } from '../../contract/entities/entity.ts';
import { faultSortable } from '../../contract/entities/fault.ts';
import { fileEntity, fileGroupEntity } from '../../contract/entities/file.ts';
import { terminalGroupEntities } from '../../contract/entities/group.ts';
import { terminalKinds } from '../../contract/entities/kinds.ts';
import { partitionEntity } from '../../contract/entities/partition.ts';
import { presetTextEntity, presetTextGroupEntity } from '../../contract/entities/presetText.ts';
import { radioEntity, radioGroupEntity } from '../../contract/entities/radio.ts';
import { roleEntity } from '../../contract/entities/role.ts';
import { SITE } from './listData.ts';

/** A list as the screens ask for it. */
export interface ListCase {
  /** Path of the route as the OpenAPI has it. */
  route: string;
  /** Path and query. */
  url: string;
}

type Query = Record<string, string | number>;

const caseOf = (route: string, query: Query, path = route): ListCase => {
  const text = new URLSearchParams(Object.entries({ limit: 100, ...query }).map(([k, v]) => [k, String(v)]));
  return { route, url: `${path}?${text}` };
};

/** What is typed into a search: found in most rows, in a few, in one, in none. */
const searches = (common: string, few: string, one: string) => [common, few, one, 'zz-nowhere-zz'];

/** Every sort both ways, filters, searches, and a page far down. */
function paged(
  route: string,
  sortable: readonly string[],
  words: readonly string[],
  filters: readonly Query[],
  base: Query = {},
  path = route,
): ListCase[] {
  return [
    caseOf(route, base, path),
    caseOf(route, { ...base, page: 50 }, path),
    ...sortable.flatMap((field) => [
      caseOf(route, { ...base, sort: field }, path),
      caseOf(route, { ...base, sort: `-${field}` }, path),
    ]),
    ...words.map((q) => caseOf(route, { ...base, q }, path)),
    ...filters.flatMap((filter) => [
      caseOf(route, { ...base, ...filter }, path),
      caseOf(route, { ...base, ...filter, q: words[1] ?? '' }, path),
    ]),
  ];
}

const entity = (
  { path, sortable }: Pick<EntityContract, 'path' | 'sortable'>,
  words: readonly string[],
  filters: readonly Query[] = [],
) => paged(`/v1/${path}`, sortable, words, filters);

/** A log: newest first; each filter alone, with a search, and a page far down. */
function log(route: string, words: readonly string[], filters: readonly Query[], before: number): ListCase[] {
  return [
    caseOf(route, {}),
    caseOf(route, { before }),
    ...words.map((q) => caseOf(route, { q })),
    ...filters.flatMap((filter) => [
      caseOf(route, filter),
      caseOf(route, { ...filter, before }),
      caseOf(route, { ...filter, q: words[1] ?? '' }),
    ]),
  ];
}

const now = SITE.now;
const DAY = 86_400;

/** Every list route, sorted, filtered and searched as the screens do. */
export const listCases: readonly ListCase[] = [
  ...entity(terminalKinds.device.entity as never, searches('Hall', 'room 17', 'D01234'), [
    { org: SITE.zone },
    { code: 'D01234' },
  ]),
  ...entity(terminalGroupEntities.device as never, searches('Group', '17', 'Group 142')),
  // The other kinds are the same statements over fewer rows.
  ...[
    ...Object.values(terminalKinds).map((kind) => kind.entity.path),
    ...Object.values(terminalGroupEntities).map((group) => group.path),
  ]
    .filter((path) => path !== 'device' && path !== 'device_group')
    .flatMap((path) => [caseOf(`/v1/${path}`, {}), caseOf(`/v1/${path}`, { q: '17', sort: '-name' })]),
  ...entity(partitionEntity, searches('room', 'School 17', 'S17-23'), [{ parent_id: SITE.zone }]),
  ...entity(accountEntity, searches('a', 'a12', 'a123'), [
    { disabled: 'true' },
    { all_zones: 'false' },
    { role_id: 2 },
  ]),
  ...entity(roleEntity, searches('r', 'role 7', 'role 17'), [{ code: 'operator' }]),
  ...entity(fileEntity, searches('Song', 'song 17', 'song 1234'), [
    { group_id: 1 },
    { build_status: 'built' },
  ]),
  ...entity(fileGroupEntity, searches('Album', '17', 'Album 42')),
  ...entity(presetTextEntity, searches('Text', '17', 'Text 142'), [{ group_id: 1 }]),
  ...entity(presetTextGroupEntity, searches('Texts', '1', 'Texts 7')),
  ...entity(radioEntity, searches('Radio', '17', 'Radio 142'), [{ group_id: 21 }]),
  ...entity(radioGroupEntity, searches('Radios', '1', 'Radios 7')),
  ...paged('/v1/task', taskSortable, searches('Task', '1717', 'Task 12345'), [], { state: 'ended' }),
  ...paged(
    '/v1/task/{id}/target',
    [],
    searches('Hall', '17', 'D00001'),
    [{ state: 'unheard' }],
    {},
    '/v1/task/1/target',
  ),
  ...['/v1/virtual_caster', '/v1/plan', '/v1/scheduled_task', '/v1/next_run', '/v1/task_log'].flatMap(
    (route) => [caseOf(route, {}), caseOf(route, { q: '17' })],
  ),
  caseOf('/v1/scheduled_task/{id}/run', {}, '/v1/scheduled_task/1/run'),
  caseOf('/v1/task_log/{id}/target', {}, '/v1/task_log/1/target'),
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
      { from: now - 30 * DAY, to: now - 29 * DAY },
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
