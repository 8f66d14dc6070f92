import { describe, expect, it } from 'vitest';
import { firstRoles } from '../../contract/api/firstRoles.ts';
import { topicNames } from '../../contract/api/live.ts';
import {
  addedEntities,
  addedKeys,
  entityPermission,
  hasPermission,
  isAddedKey,
  isPermissionKey,
  menuKeys,
  permissionEntities,
  permissionKeys,
  permissionVerbs,
  specialKeys,
  topicPermissions,
} from '../../contract/api/permissions.ts';

const entities =
  'plan task device device_group caster caster_group role user file file_group preset_text preset_text_group radio radio_group xtts xtts_group capturer capturer_group alarm_plan alarm_plan_group fire_control_device fire_control_device_group linkage_task linkage_task_group'.split(
    ' ',
  );

describe('permission keys', () => {
  it('list_, create_, edit_ and delete_ for each of the 24 entities', () => {
    expect([...permissionEntities].sort()).toEqual([...entities].sort());
    for (const entity of permissionEntities)
      for (const verb of permissionVerbs) {
        expect(permissionKeys).toContain(`${verb}_${entity}`);
        expect(isAddedKey(entityPermission(verb, entity))).toBe(false);
      }
  });

  it.each([
    'operate_plan',
    'operate_task',
    'menu_real_time_task',
    'operate_real_time_task',
    'operate_alarm_plan',
    'caster_broadcast',
    'menu_sys_config',
    'menu_home_page',
  ])('special key %s', (key) => {
    expect(specialKeys).toContain(key);
    expect(isPermissionKey(key)).toBe(true);
  });

  it.each([
    'menu_client_management',
    'menu_client',
    'menu_task',
    'menu_real_time_task',
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
  ])('menu code %s', (key) => {
    expect(isPermissionKey(key)).toBe(true);
    expect(isPermissionKey(key) && isAddedKey(key)).toBe(false);
  });

  it('no key twice, and every key follows one of the patterns', () => {
    expect(new Set(permissionKeys).size).toBe(permissionKeys.length);
    for (const key of permissionKeys)
      expect(key).toMatch(/^(list|create|edit|delete|operate|menu)_[a-z_]+$|^[a-z_]+_broadcast$/);
  });

  it('added keys are marked as added, those of the base set are not', () => {
    for (const key of addedKeys) expect(isAddedKey(key)).toBe(true);
    for (const entity of addedEntities) expect(isAddedKey(entityPermission('list', entity))).toBe(true);
    for (const key of [...specialKeys, ...menuKeys]) expect(isAddedKey(key)).toBe(false);
  });
});

describe('the has-permission check', () => {
  it('held keys pass, others do not; of several any one is enough', () => {
    const held = ['list_device', 'menu_client'];
    expect(hasPermission(held, 'list_device')).toBe(true);
    expect(hasPermission(new Set(held), 'list_device')).toBe(true);
    expect(hasPermission(held, 'edit_device')).toBe(false);
    expect(hasPermission(held, ['menu_client_management', 'menu_client'])).toBe(true);
    expect(hasPermission(held, ['edit_device', 'delete_device'])).toBe(false);
    expect(hasPermission([], [])).toBe(true);
  });

  it('strings from outside are no keys unless they are listed', () => {
    for (const value of ['', 'list_', 'toString', 'LIST_DEVICE', 7, null])
      expect(isPermissionKey(value)).toBe(false);
  });
});

describe('live topics', () => {
  it('each topic requires at least one known key, except the topics of the login page', () => {
    for (const topic of topicNames) {
      expect(topicPermissions[topic].length > 0, topic).toBe(topic !== 'site');
      for (const key of topicPermissions[topic]) expect(isPermissionKey(key)).toBe(true);
    }
  });
});

describe('roles of first start', () => {
  it('the administrator holds every key', () => {
    expect(new Set(firstRoles.administrator.permissions)).toEqual(new Set(permissionKeys));
  });

  it('operator: home, status, tasks, media, listening, paging; neither accounts, alarms nor configuration', () => {
    const held = firstRoles.operator.permissions;
    for (const key of [
      'menu_home_page',
      'list_device',
      'operate_real_time_task',
      'create_file',
      'operate_listen_in',
      'caster_broadcast',
    ] as const)
      expect(hasPermission(held, key)).toBe(true);
    for (const key of ['create_user', 'edit_role', 'menu_sys_config', 'operate_alarm_plan'] as const)
      expect(hasPermission(held, key)).toBe(false);
  });

  it('emergency: home, alarm terminals, plans, control, records, faults, paging to all its zones', () => {
    const held = firstRoles.emergency.permissions;
    for (const key of [
      'menu_home_page',
      'menu_fire_control_device',
      'operate_alarm_plan',
      'list_alarm_record',
      'operate_fault',
      'all_call_broadcast',
      'emergency_broadcast',
    ] as const)
      expect(hasPermission(held, key)).toBe(true);
    for (const key of ['create_user', 'menu_sys_config', 'delete_file', 'operate_real_time_task'] as const)
      expect(hasPermission(held, key)).toBe(false);
  });

  it('no role lists a key twice', () => {
    for (const { permissions } of Object.values(firstRoles))
      expect(new Set(permissions).size).toBe(permissions.length);
  });
});
