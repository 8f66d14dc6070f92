import type { AlarmAction } from '../codes.ts';
import { type Declared, type Declaring, declaring } from '../entities/registry.ts';
import type { TopicName } from './live.ts';

/**
 * Permission keys. The base set is `specialKeys`, `menuKeys` and four keys for each of `permissionEntities`;
 * `addedKeys` and `addedEntities` extend it. Labels are in the locales: `permission.verb.*` for the pattern with the
 * names that entities declare, `permission.key.*` for single keys.
 */

export const permissionVerbs = ['list', 'create', 'edit', 'delete'] as const;
export type PermissionVerb = (typeof permissionVerbs)[number];

type Base = Extract<Declared, { permissions: 'base' }>;
type Added = Extract<Declared, { permissions: 'added' }>;

/** The entities of the pattern list_/create_/edit_/delete_ + entity. */
export type PermissionEntity = Base['key'];
export const permissionEntities = declaring('permissions')
  .filter((one): one is Base => one.permissions === 'base')
  .map(({ key }) => key);

/** Further entities with the same four keys. */
export type AddedEntity = Added['key'];
export const addedEntities = declaring('permissions')
  .filter((one): one is Added => one.permissions === 'added')
  .map(({ key }) => key);

/** Special keys. */
export const specialKeys = [
  'operate_plan',
  'operate_task',
  'menu_real_time_task',
  'operate_real_time_task',
  'operate_alarm_plan',
  'caster_broadcast',
  'menu_sys_config',
  'menu_home_page',
] as const;

/** Codes of the side menu. */
export const menuKeys = [
  'menu_client_management',
  'menu_client',
  'menu_task',
  'menu_capturer_task',
  'menu_alarm_plan',
  'menu_device_management',
  'menu_caster',
  'menu_dialogue_status',
  'menu_capturer',
  'menu_fire_control_device',
  'menu_linkage_task',
  'menu_file',
  'menu_preset_text',
  'menu_radio',
  'menu_user',
  'menu_record_file',
  'menu_update_upgrade_file_management',
  'menu_upgrade_status',
  'menu_io_manager',
  'menu_version_info',
  'menu_task_log',
  'menu_online_log',
  'menu_alarm_record',
] as const;

/** Further single keys; the comment of each tells its scope. */
export const addedKeys = [
  'menu_xtts_status', // the TTS terminal screen
  'menu_role', // the roles tab
  'operate_device', // volume, restart, remote administration, server parameters
  'operate_capturer_task', // start and stop a capturer channel by hand
  'operate_gpio_task', // run a GPIO task by hand
  'operate_linkage_task', // play a linkage task by hand, outside an alarm
  'operate_dialogue', // call, answer for, hang up
  'operate_listen_in', // listen to the playback or the microphone of a terminal
  'list_terminal_found', // terminals that asked to join
  'operate_terminal_found', // adopt, refuse, replace
  'create_pairing_code', // six-digit codes of /v1/cc/code
  'list_io', // all inputs and outputs
  'operate_io', // pulse and hold outputs
  'list_upgrade', // upgrade batches and records
  'operate_upgrade', // start, pause, retry upgrades
  'list_record_file', // recordings: see, listen, download
  'delete_record_file',
  'list_task_log',
  'list_online_log',
  'list_alarm_record',
  'edit_alarm_record', // notes on an incident
  'list_fault',
  'operate_fault', // acknowledge faults
  'list_signal', // 4G signal reports
  'list_audit_log',
  'list_client_address', // network addresses of terminals and of other people (`fieldPermissions`)
  'edit_sys_config', // change the system configuration
  'list_tts_license',
  'edit_tts_license', // grant and revoke TTS licences
  'list_session', // logins of other accounts
  'delete_session', // end logins of other accounts
  'emergency_broadcast', // the emergency microphone, above alarm messages
  'all_call_broadcast', // page to every zone within the reach of the account
  'operate_alarm_start', // one action of `operate_alarm_plan`, which opens all of them: start, and the next step
  'operate_alarm_stop', // stop, also cancel the delay
  'operate_alarm_reset',
  'operate_alarm_acknowledge',
  'operate_alarm_silence', // silence and unsilence
  'operate_alarm_drill', // start as a drill
  'operate_self_test', // run the silent self-test of loudspeakers
] as const;

type EntityKey = `${PermissionVerb}_${PermissionEntity | AddedEntity}`;

/** Any permission key. */
export type PermissionKey =
  | EntityKey
  | (typeof specialKeys)[number]
  | (typeof menuKeys)[number]
  | (typeof addedKeys)[number];

/** The key of an action on an entity, e.g. `edit_device`. */
export function entityPermission<V extends PermissionVerb, E extends PermissionEntity | AddedEntity>(
  verb: V,
  entity: E,
): `${V}_${E}` {
  return `${verb}_${entity}`;
}

function fourKeys(entities: readonly (PermissionEntity | AddedEntity)[]): EntityKey[] {
  return entities.flatMap((entity) => permissionVerbs.map((verb) => entityPermission(verb, entity)));
}

/** All permission keys, the base set first; the order of the permission matrix. */
export const permissionKeys: readonly PermissionKey[] = [
  ...specialKeys,
  ...menuKeys,
  ...fourKeys(permissionEntities),
  ...fourKeys(addedEntities),
  ...addedKeys,
];

const known: ReadonlySet<string> = new Set(permissionKeys);

/** Tells whether a string from outside is a permission key. */
export function isPermissionKey(value: unknown): value is PermissionKey {
  return typeof value === 'string' && known.has(value);
}

/** Tells whether a key is outside the base set. */
export function isAddedKey(key: PermissionKey): boolean {
  return (
    (addedKeys as readonly string[]).includes(key) || (fourKeys(addedEntities) as string[]).includes(key)
  );
}

/**
 * Permission check. Any one key of a list is enough (zones, for example, are opened by two menu codes);
 * an empty list requires nothing.
 */
export function hasPermission(
  held: ReadonlySet<string> | readonly string[],
  needed: PermissionKey | readonly PermissionKey[],
): boolean {
  const has = (key: string) => (Array.isArray(held) ? held.includes(key) : (held as Set<string>).has(key));
  if (typeof needed === 'string') return has(needed);
  return needed.length === 0 || needed.some(has);
}

/**
 * Field-level permissions: fields that only logins with the key receive, in every answer of every route, every live
 * row and every export. Others receive `withheld` in their place. Routes that need no more than a login show an
 * account its own addresses.
 */
export const fieldPermissions = {
  client_ip: 'list_client_address',
  peer_addr: 'list_client_address',
  holder_addr: 'list_client_address',
  refused_addr: 'list_client_address',
  subnet: 'list_client_address',
  panel_host: 'list_client_address',
} as const satisfies Record<string, PermissionKey>;

/** Value of a field that the reader may not see. */
export const withheld = '—';

/** Fields that are withheld from a login. */
export function withheldFields(held: ReadonlySet<string>): string[] {
  return Object.entries(fieldPermissions).flatMap(([field, key]) => (held.has(key) ? [] : [field]));
}

/** Secret fields that no answer contains: no response schema has one (tests/server/rights). */
export const secretFields = [
  'password',
  'confirmPassword',
  'password_hash',
  'secret',
  'secret_hash',
  'pins',
  'exposed_secret',
  'foreign_password',
  'foreign_secret',
  'token_hash',
  'id_card',
] as const;

/** Permissions of each action on an alarm; any one of the keys is enough. */
export const alarmPermissions = {
  start: ['operate_alarm_plan', 'operate_alarm_start'],
  step: ['operate_alarm_plan', 'operate_alarm_start'],
  stop: ['operate_alarm_plan', 'operate_alarm_stop'],
  reset: ['operate_alarm_plan', 'operate_alarm_reset'],
  acknowledge: ['operate_alarm_plan', 'operate_alarm_acknowledge'],
  silence: ['operate_alarm_plan', 'operate_alarm_silence'],
  unsilence: ['operate_alarm_plan', 'operate_alarm_silence'],
} as const satisfies Record<AlarmAction, readonly PermissionKey[]>;

/** Starting an alarm plan as a drill. */
export const drillPermission = [
  'operate_alarm_plan',
  'operate_alarm_drill',
] as const satisfies readonly PermissionKey[];

/** Keys that open the live rows of an entity. */
function opening(one: Declaring<'live'>): readonly PermissionKey[] {
  return 'liveFor' in one ? one.liveFor : [`list_${one.key}` as const];
}

/**
 * Permission keys of which a login needs any one to subscribe to a live topic. `task` holds the
 * running broadcasts. The home page shows the alarm strip and the fault count, so its key opens those two topics too.
 * `site` needs none: titles and pictures, which the login page shows without a login.
 */
export const topicPermissions = Object.fromEntries(
  declaring('live').map((one) => [one.key, opening(one)]),
) as Record<TopicName, readonly PermissionKey[]>;
