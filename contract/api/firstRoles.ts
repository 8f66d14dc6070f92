import type { Language } from '../language.ts';
import { type PermissionKey, permissionKeys } from './permissions.ts';

/** A role that exists at first start; all are editable. */
export interface FirstRole {
  code: string;
  name: { cn: string; en: string; kr: string };
  permissions: readonly PermissionKey[];
}

/** Permissions of operators: home, status, tasks, media, listening and paging. */
const operator: readonly PermissionKey[] = [
  'menu_home_page',
  'menu_client_management',
  'menu_client',
  'list_partition',
  'list_site_plan',
  // status
  'menu_device_management',
  'list_device',
  'operate_device',
  'list_device_group',
  'menu_caster',
  'list_caster',
  'list_caster_group',
  'menu_dialogue_status',
  'list_dialogue',
  'list_dialogue_group',
  'operate_dialogue',
  'menu_capturer',
  'list_capturer',
  'list_capturer_group',
  'menu_xtts_status',
  'list_xtts',
  'list_xtts_group',
  'list_signal',
  'list_fault',
  'list_client_address',
  // tasks
  'menu_task',
  'list_plan',
  'create_plan',
  'edit_plan',
  'delete_plan',
  'operate_plan',
  'list_task',
  'create_task',
  'edit_task',
  'delete_task',
  'operate_task',
  'menu_real_time_task',
  'operate_real_time_task',
  'menu_capturer_task',
  'operate_capturer_task',
  'menu_task_log',
  'list_task_log',
  // media
  'menu_file',
  'list_file',
  'create_file',
  'edit_file',
  'delete_file',
  'list_file_group',
  'create_file_group',
  'edit_file_group',
  'delete_file_group',
  'menu_preset_text',
  'list_preset_text',
  'create_preset_text',
  'edit_preset_text',
  'delete_preset_text',
  'list_preset_text_group',
  'create_preset_text_group',
  'edit_preset_text_group',
  'delete_preset_text_group',
  'menu_radio',
  'list_radio',
  'create_radio',
  'edit_radio',
  'delete_radio',
  'list_radio_group',
  'create_radio_group',
  'edit_radio_group',
  'delete_radio_group',
  // listening and paging
  'operate_listen_in',
  'caster_broadcast',
];

/**
 * Permissions of the emergency role: home, alarm terminals, plans, control, records, faults, paging to all its zones.
 */
const emergency: readonly PermissionKey[] = [
  'menu_home_page',
  // targets of pages and alarms, and the broadcasts that play there
  'list_partition',
  'list_site_plan',
  'list_device',
  'list_task',
  'menu_fire_control_device',
  'list_fire_control_device',
  'edit_fire_control_device',
  'list_fire_control_device_group',
  'menu_linkage_task',
  'list_linkage_task',
  'create_linkage_task',
  'edit_linkage_task',
  'delete_linkage_task',
  'list_linkage_task_group',
  'operate_linkage_task',
  'menu_alarm_plan',
  'list_alarm_plan',
  'create_alarm_plan',
  'edit_alarm_plan',
  'delete_alarm_plan',
  'operate_alarm_plan',
  'operate_alarm_drill',
  'list_io',
  'menu_io_manager',
  'list_alarm_plan_group',
  'list_gpio_task',
  'operate_gpio_task',
  // the menu code of alarm plans also shows these two screens
  'list_quick_code',
  'list_terminal_found',
  // messages that a plan plays
  'list_file',
  'list_preset_text',
  'menu_alarm_record',
  'list_alarm_record',
  'edit_alarm_record',
  // replay of the messages that an alarm played
  'menu_record_file',
  'list_record_file',
  'list_fault',
  'operate_fault',
  'operate_listen_in',
  'caster_broadcast',
  'all_call_broadcast',
  'emergency_broadcast',
];

/** The three roles that the first start creates, by code. */
export const firstRoles = {
  administrator: {
    code: 'administrator',
    name: { cn: '管理员', en: 'Administrator', kr: '관리자' },
    permissions: permissionKeys,
  },
  operator: {
    code: 'operator',
    name: { cn: '操作员', en: 'Operator', kr: '운영자' },
    permissions: operator,
  },
  emergency: {
    code: 'emergency',
    name: { cn: '应急人员', en: 'Emergency staff', kr: '비상 담당자' },
    permissions: emergency,
  },
} as const satisfies Record<string, FirstRole>;
export type FirstRoleCode = keyof typeof firstRoles;

/**
 * The name of a role in a language, if it is still one of the names that the first start gives; a role that was
 * renamed keeps what it was called.
 */
export function builtinRoleName(name: string, language: Language): string {
  const roles: FirstRole[] = Object.values(firstRoles);
  return roles.find((role) => Object.values(role.name).includes(name))?.name[language] ?? name;
}
