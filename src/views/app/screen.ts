import {
  CalendarClockFilled,
  CalendarClockRegular,
  type FluentIcon,
  HistoryFilled,
  HistoryRegular,
  MegaphoneLoudFilled,
  MegaphoneLoudRegular,
  MusicNote2Filled,
  MusicNote2Regular,
  SettingsFilled,
  SettingsRegular,
  Speaker2Filled,
  Speaker2Regular,
} from '@fluentui/react-icons';
import type { ComponentType } from 'react';
import type { PermissionKey } from '../../../contract/api/permissions.ts';

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
  /** Icon while it is shown, of entries above the groups. */
  activeIcon?: FluentIcon;
  /** Has the filter `org` by a zone: the zone that is selected goes along to it (docs/rules/live.md#the-selected-zone-goes-along). */
  isZoned?: true;
  /** Needs no login; without a login the screen fills the window. */
  isOpen?: true;
  /** Fills the window, without top bar, menu and tabs. */
  isBare?: true;
  view: () => Promise<ScreenModule>;
}
