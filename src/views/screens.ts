import type { FluentIcon } from '@fluentui/react-icons';
import {
  AlertUrgentRegular,
  ArrowDownloadRegular,
  ArrowSortRegular,
  ArrowUploadRegular,
  BranchForkLinkRegular,
  CalendarClockFilled,
  CalendarClockRegular,
  CalendarRegular,
  CallRegular,
  CellularData1Regular,
  DesktopPulseRegular,
  DialpadRegular,
  DocumentTextRegular,
  FlashRegular,
  FolderRegular,
  HistoryFilled,
  HistoryRegular,
  HomeRegular,
  InfoRegular,
  LiveRegular,
  MegaphoneLoudFilled,
  MegaphoneLoudRegular,
  MicPulseRegular,
  MicRegular,
  MusicNote2Filled,
  MusicNote2Regular,
  NotepadRegular,
  OrganizationFilled,
  OrganizationRegular,
  PeopleTeamRegular,
  PersonRegular,
  PlugConnectedRegular,
  RecordRegular,
  ScanRegular,
  SettingsFilled,
  SettingsRegular,
  ShieldRegular,
  SlideTextRegular,
  Speaker2Filled,
  Speaker2Regular,
  StackRegular,
  TextboxRegular,
  TopSpeedRegular,
} from '@fluentui/react-icons';
import type { ComponentType } from 'react';
import type { PermissionKey } from '../../contract/api/permissions.ts';

/** Groups of the side menu in their order. */
export const menuGroups = {
  task_status: { icon: CalendarClockRegular, active: CalendarClockFilled },
  terminal_status: { icon: Speaker2Regular, active: Speaker2Filled },
  emergency: { icon: MegaphoneLoudRegular, active: MegaphoneLoudFilled },
  media: { icon: MusicNote2Regular, active: MusicNote2Filled },
  system: { icon: SettingsRegular, active: SettingsFilled },
  logs: { icon: HistoryRegular, active: HistoryFilled },
} as const satisfies Record<string, { icon: FluentIcon; active: FluentIcon }>;
export type MenuGroup = keyof typeof menuGroups;

/** Module of a screen, which exports its view as `Component`. */
export type ScreenModule = { Component: ComponentType };

export interface Screen {
  /** Path and key of the screen; also its route name and, as `menu.<path>`, the key of its label. */
  path: string;
  /** Permission keys of which any one opens the screen; empty: no permission needed. */
  codes: readonly PermissionKey[];
  /** Place of the menu entry; `top`: above the groups; `none`: reached from another screen or by address. */
  menu: MenuGroup | 'top' | 'none';
  icon: FluentIcon;
  /** Needs no login; without a login the screen fills the window. */
  isOpen?: true;
  /** Fills the window, without top bar, menu and tabs. */
  isBare?: true;
  view: () => Promise<ScreenModule>;
}

/**
 * Table of screens, from which routes, side menu, guards, tabs and command palette are derived. In the order
 * of the menu.
 */
export const screens: readonly Screen[] = [
  {
    path: 'menu_home_page',
    codes: ['menu_home_page'],
    menu: 'none',
    icon: HomeRegular,
    view: () => import('./home/HomeScreen.tsx'),
  },
  {
    path: 'menu_client_management',
    codes: ['menu_client_management', 'menu_client'],
    menu: 'top',
    icon: OrganizationRegular,
    view: () => import('./system/zones/ZoneManagement.tsx'),
  },
  {
    path: 'menu_task_management',
    codes: ['menu_task'],
    menu: 'task_status',
    icon: CalendarClockRegular,
    view: () => import('./tasks/schedule/TaskManagement.tsx'),
  },
  {
    path: 'menu_plan',
    codes: ['list_plan'],
    menu: 'none',
    icon: CalendarRegular,
    view: () => import('./tasks/plans/PlanManagement.tsx'),
  },
  {
    path: 'menu_task_status',
    codes: ['menu_real_time_task'],
    menu: 'task_status',
    icon: LiveRegular,
    view: () => import('./tasks/live/TaskStatus.tsx'),
  },
  {
    path: 'menu_capturer_task',
    codes: ['menu_capturer_task'],
    menu: 'task_status',
    icon: MicPulseRegular,
    view: () => import('./tasks/capturerTasks/CapturerTasks.tsx'),
  },
  {
    path: 'menu_gpio_task',
    codes: ['menu_alarm_plan'],
    menu: 'task_status',
    icon: FlashRegular,
    view: () => import('./terminals/gpioTasks/GpioTasks.tsx'),
  },
  {
    path: 'menu_device_management',
    codes: ['menu_device_management'],
    menu: 'terminal_status',
    icon: Speaker2Regular,
    view: () => import('./terminals/devices/DeviceManagement.tsx'),
  },
  {
    path: 'menu_caster_management',
    codes: ['menu_caster'],
    menu: 'terminal_status',
    icon: MicRegular,
    view: () => import('./terminals/casters/CasterManagement.tsx'),
  },
  {
    path: 'menu_caster_status',
    codes: ['menu_caster'],
    menu: 'none',
    icon: MicRegular,
    view: () => import('./terminals/casters/CasterStatus.tsx'),
  },
  {
    path: 'menu_caster_group',
    codes: ['list_caster_group'],
    menu: 'none',
    icon: PeopleTeamRegular,
    view: () => import('./terminals/casters/CasterGroups.tsx'),
  },
  {
    path: 'menu_dialogue_status',
    codes: ['menu_dialogue_status'],
    menu: 'terminal_status',
    icon: CallRegular,
    view: () => import('./terminals/dialogues/DialogueStatus.tsx'),
  },
  {
    path: 'menu_capturer_status',
    codes: ['menu_capturer'],
    menu: 'terminal_status',
    icon: RecordRegular,
    view: () => import('./terminals/capturers/CapturerStatus.tsx'),
  },
  {
    path: 'menu_xtts_status',
    codes: ['menu_xtts_status'],
    menu: 'terminal_status',
    icon: SlideTextRegular,
    view: () => import('./terminals/xtts/XttsStatus.tsx'),
  },
  {
    path: 'menu_fire_control_device',
    codes: ['menu_fire_control_device'],
    menu: 'emergency',
    icon: AlertUrgentRegular,
    view: () => import('./terminals/fireDevices/FireDevices.tsx'),
  },
  {
    path: 'menu_linkage_task',
    codes: ['menu_linkage_task'],
    menu: 'emergency',
    icon: BranchForkLinkRegular,
    view: () => import('./emergency/linkageTasks/LinkageTasks.tsx'),
  },
  {
    path: 'menu_alarm_plan',
    codes: ['menu_alarm_plan'],
    menu: 'emergency',
    icon: NotepadRegular,
    view: () => import('./emergency/plans/AlarmPlans.tsx'),
  },
  {
    path: 'menu_fire_gpio_task',
    codes: ['menu_alarm_plan'],
    menu: 'emergency',
    icon: MegaphoneLoudRegular,
    view: () => import('./emergency/alarms/AlarmControl.tsx'),
  },
  {
    path: 'menu_file_management',
    codes: ['menu_file'],
    menu: 'media',
    icon: MusicNote2Regular,
    view: () => import('./media/files/FileManagement.tsx'),
  },
  {
    path: 'menu_file_group',
    codes: ['menu_file'],
    menu: 'none',
    icon: FolderRegular,
    view: () => import('./media/files/FileGroups.tsx'),
  },
  {
    path: 'menu_preset_text',
    codes: ['menu_preset_text'],
    menu: 'media',
    icon: DocumentTextRegular,
    view: () => import('./media/texts/PresetTexts.tsx'),
  },
  {
    path: 'menu_radio_management',
    codes: ['menu_radio'],
    menu: 'media',
    icon: LiveRegular,
    view: () => import('./media/radio/Radios.tsx'),
  },
  {
    path: 'menu_user_management',
    codes: ['menu_user'],
    menu: 'system',
    icon: PersonRegular,
    view: () => import('./system/accounts/AccountManagement.tsx'),
  },
  {
    path: 'menu_role_management',
    codes: ['menu_role'],
    menu: 'none',
    icon: ShieldRegular,
    view: () => import('./system/accounts/RoleManagement.tsx'),
  },
  {
    path: 'menu_record_file',
    codes: ['menu_record_file'],
    menu: 'system',
    icon: RecordRegular,
    view: () => import('./media/recordings/Recordings.tsx'),
  },
  {
    path: 'menu_scan_device',
    codes: ['menu_alarm_plan'],
    menu: 'system',
    icon: ScanRegular,
    view: () => import('./terminals/scan/ScanDevice.tsx'),
  },
  {
    path: 'menu_quick_code',
    codes: ['menu_alarm_plan'],
    menu: 'system',
    icon: DialpadRegular,
    view: () => import('./tasks/quickCodes/QuickCodes.tsx'),
  },
  {
    path: 'menu_update_upgrade_file_management',
    codes: ['menu_update_upgrade_file_management'],
    menu: 'system',
    icon: ArrowUploadRegular,
    view: () => import('./terminals/upgrades/UpgradeFiles.tsx'),
  },
  {
    path: 'menu_upgrade_status',
    codes: ['menu_upgrade_status'],
    menu: 'system',
    icon: TopSpeedRegular,
    view: () => import('./terminals/upgrades/UpgradeRecords.tsx'),
  },
  {
    path: 'menu_io_manager',
    codes: ['menu_io_manager'],
    menu: 'system',
    icon: PlugConnectedRegular,
    view: () => import('./terminals/io/IoManager.tsx'),
  },
  {
    path: 'menu_version_info',
    codes: ['menu_version_info'],
    menu: 'system',
    icon: InfoRegular,
    view: () => import('./system/settings/VersionScreen.tsx'),
  },
  {
    path: 'system',
    codes: ['menu_sys_config'],
    menu: 'none',
    icon: SettingsRegular,
    view: () => import('./system/settings/SystemSettings.tsx'),
  },
  {
    path: 'menu_4g_signal',
    codes: ['list_signal'],
    menu: 'none',
    icon: CellularData1Regular,
    view: () => import('./terminals/signal/SignalScreen.tsx'),
  },
  {
    path: 'menu_task_log',
    codes: ['menu_task_log'],
    menu: 'logs',
    icon: HistoryRegular,
    view: () => import('./logs/TaskLog.tsx'),
  },
  {
    path: 'menu_online_log',
    codes: ['menu_online_log'],
    menu: 'logs',
    icon: ArrowSortRegular,
    view: () => import('./logs/OnlineLog.tsx'),
  },
  {
    path: 'menu_alarm_record',
    codes: ['menu_alarm_record'],
    menu: 'logs',
    icon: TextboxRegular,
    view: () => import('./emergency/records/AlarmRecordScreen.tsx'),
  },
  {
    path: 'flood',
    codes: ['list_fault', 'menu_alarm_plan'],
    menu: 'none',
    icon: StackRegular,
    view: () => import('./emergency/flood/FloodScreen.tsx'),
  },
  {
    path: 'profile',
    codes: [],
    menu: 'none',
    icon: PersonRegular,
    view: () => import('./system/profile/ProfileScreen.tsx'),
  },
  {
    path: 'download',
    codes: [],
    menu: 'none',
    icon: ArrowDownloadRegular,
    isOpen: true,
    view: () => import('./system/download/DownloadScreen.tsx'),
  },
  {
    path: 'fullscreen/index',
    codes: ['menu_home_page'],
    menu: 'none',
    icon: DesktopPulseRegular,
    isBare: true,
    view: () => import('./wall/WallScreen.tsx'),
  },
];

/** Icon of the selected top entry. */
export const topActiveIcon = OrganizationFilled;

/** Screens that the brand does not hide: by the list `hidden`, not by conditions in code. */
export function availableScreens(hidden: readonly string[]): Screen[] {
  return screens.filter((screen) => !hidden.includes(screen.path));
}

/** Locale key of a screen's name. */
export function labelKey(screen: Pick<Screen, 'path'>): string {
  return screen.path === 'fullscreen/index' ? 'menu.fullscreen_page' : `menu.${screen.path}`;
}
