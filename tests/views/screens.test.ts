import { describe, expect, it } from 'vitest';
import { isPermissionKey } from '../../contract/api/permissions.ts';
import en from '../../locales/en.json';
import { menuGroups } from '../../src/views/app/screen.ts';
import { availableScreens, labelKey, screens } from '../../src/views/screens.ts';

/** Child pages of the shell, in their order. */
const childPages =
  'menu_home_page, menu_device_management, menu_caster_status, menu_caster_management, menu_capturer_status, menu_user_management, menu_role_management, menu_plan, menu_caster_group, menu_file_group, menu_file_management, menu_preset_text, menu_radio_management, menu_task_status, menu_task_management, menu_xtts_status, menu_client_management, menu_fire_control_device, menu_linkage_task, menu_alarm_plan, menu_dialogue_status, menu_alarm_record, menu_scan_device, menu_gpio_task, menu_update_upgrade_file_management, menu_upgrade_status, menu_task_log, menu_online_log, menu_quick_code, menu_4g_signal, menu_record_file, menu_capturer_task, menu_fire_gpio_task, menu_io_manager, menu_version_info'.split(
    ', ',
  );

/** Side menu: group → permission codes in order. */
const menu: Record<string, string[]> = {
  top: ['menu_client_management', 'list_site_plan'],
  task_status: ['menu_task', 'menu_real_time_task', 'menu_capturer_task', 'menu_alarm_plan'],
  // TTS terminals have an entry as well, which two brands hide.
  terminal_status: [
    'menu_device_management',
    'menu_caster',
    'menu_dialogue_status',
    'menu_capturer',
    'menu_xtts_status',
  ],
  emergency: ['menu_fire_control_device', 'menu_linkage_task', 'menu_alarm_plan', 'menu_alarm_plan'],
  media: ['menu_file', 'menu_preset_text', 'menu_radio'],
  system: [
    'menu_user',
    'menu_record_file',
    'menu_alarm_plan',
    'menu_alarm_plan',
    'menu_update_upgrade_file_management',
    'menu_upgrade_status',
    'menu_io_manager',
    'menu_version_info',
  ],
  logs: ['menu_task_log', 'menu_online_log', 'menu_alarm_record'],
};

describe('table of screens', () => {
  it('contains every child page of the shell, and the other screens', () => {
    const paths = screens.map((screen) => screen.path);
    for (const path of [...childPages, 'profile', 'system', 'download', 'fullscreen/index'])
      expect(paths).toContain(path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(Object.entries(menu))('menu group %s has its entries in order', (group, codes) => {
    const entries = screens.filter((screen) => screen.menu === group);
    expect(entries.map((screen) => screen.codes[0])).toEqual(codes);
  });

  it('has existing groups, existing permission keys, and a name for each screen', () => {
    const names: Record<string, string> = en.menu;
    for (const screen of screens) {
      expect(['top', 'none', ...Object.keys(menuGroups)]).toContain(screen.menu);
      for (const code of screen.codes) expect(isPermissionKey(code), code).toBe(true);
      expect(names[labelKey(screen).slice('menu.'.length)], screen.path).toBeTruthy();
    }
  });

  it('omits screens that the brand hides', () => {
    const [first, ...others] = screens;
    expect(availableScreens([first?.path ?? ''])).toEqual(others);
    expect(availableScreens([])).toEqual(screens);
  });
});
