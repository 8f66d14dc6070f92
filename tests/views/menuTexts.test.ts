import { expect, it } from 'vitest';
import cn from '../../locales/cn.json';
import en from '../../locales/en.json';
import kr from '../../locales/kr.json';
import { menuGroups } from '../../src/views/app/screen.ts';
import { labelKey, screens } from '../../src/views/screens.ts';

/** Texts of the menu and of titles, by the place where they are shown. */
const ofScreens: Record<string, string> = {
  'Caster status': 'menu_caster_status',
  Casters: 'menu_caster_management',
  Capturers: 'menu_capturer_status',
  Roles: 'menu_role_management',
  Plans: 'menu_plan',
  'Caster groups': 'menu_caster_group',
  'File groups': 'menu_file_group',
  'Alarm plans': 'menu_alarm_plan',
  '4G signal': 'menu_4g_signal',
  'System settings': 'system',
};
const ofGroups: Record<string, string> = {
  Media: 'media',
  'Task status': 'task_status',
  'Terminal status': 'terminal_status',
};
/** Titles above the groups of a list, and of a type of task. */
const ofTitles: Record<string, string> = {
  'Equipment status': 'panel.equipment_status',
  'Sound devices': 'panel.sound_devices',
  'TTS devices': 'panel.tts_devices',
  Partitions: 'panel.partitions',
  'System center': 'panel.system_center',
  'Fire devices and group': 'panel.fire_devices_and_group',
  Dialogues: 'panel.dialogues',
  'Device discovery': 'panel.device_discovery',
  'Dial codes': 'panel.dial_codes',
  'Text groups': 'panel.text_group',
  'Radio groups': 'panel.radio_group',
  'Device groups': 'groups.titles.device',
  'Linkage task groups': 'groups.titles.linkage_task',
  'Control task': 'codes.taskType.10',
};

function textOf(locale: object, key: string): unknown {
  return key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], locale);
}
function expectText(key: string, text: string) {
  expect(textOf(en, key)).toBe(text);
  for (const locale of [cn, kr]) expect(textOf(locale, key), key).toMatch(/\S/);
}

it.each(Object.entries(ofScreens))('the menu text "%s" is the name of its screen', (text, path) => {
  const screen = screens.find((one) => one.path === path);
  if (screen === undefined) throw new Error(`there is no screen ${path}`);
  expectText(labelKey(screen), text);
});

it.each(Object.entries(ofGroups))('the menu text "%s" is the name of its group', (text, group) => {
  expect(Object.keys(menuGroups)).toContain(group);
  expectText(`menuGroup.${group}`, text);
});

it.each(Object.entries(ofTitles))('the menu text "%s" is a title', (text, key) => expectText(key, text));
