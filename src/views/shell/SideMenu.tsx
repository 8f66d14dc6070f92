import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import {
  ChevronDownRegular,
  ChevronRightRegular,
  PanelLeftContractRegular,
  PanelLeftExpandRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { type MenuGroup, menuGroups, type Screen } from '../app/screen.ts';
import { useObservable } from '../app/useObservable.ts';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { labelKey } from '../screens.ts';
import { faultsByGroup } from '../shared/faults/faultGroups.ts';
import { useSideMenuStyles } from './sideMenuStyles.ts';
import { useZonedAddress } from './useCurrentZone.ts';

const useStyles = makeStyles({ shortcut: { marginLeft: 'auto', fontSize: '11px' } });

/** Menu entries of a group, in the order of the table. */
function entriesOf(screens: readonly Screen[], menu: MenuGroup | 'top'): Screen[] {
  return screens.filter((screen) => screen.menu === menu);
}

interface Props {
  screens: readonly Screen[];
  collapsed: boolean;
  onToggle: () => void;
  onSearch: () => void;
  /** On a phone, where it covers the screen: its id, and the tools at its foot. */
  sheet?: { id: string; tools: ReactNode } | undefined;
}

/** Side menu by permission and brand: 208 px, or 48 px of icons. On a phone it covers the screen. */
export function SideMenu(props: Props) {
  const s = useSideMenuStyles();
  const own = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const addressOf = useZonedAddress();
  const { pathname } = useLocation();
  const screens = props.screens.filter((screen) => may(screen.codes));
  const shown = screens.find((screen) => `/${screen.path}` === pathname);
  const shownGroup = shown?.menu;
  const faults = useMenuFaults();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (group: string) =>
    setOpen((old) => {
      const next = new Set(old);
      if (!next.delete(group)) next.add(group);
      return next;
    });
  const groups = (Object.keys(menuGroups) as MenuGroup[]).filter(
    (group) => entriesOf(screens, group).length > 0,
  );
  const { collapsed } = props;
  return (
    <nav
      {...(props.sheet === undefined ? {} : { id: props.sheet.id })}
      className={mergeClasses(s.root, collapsed && s.narrow, props.sheet !== undefined && s.sheet)}
      aria-label={t('shell.menu')}
    >
      <button
        type="button"
        className={collapsed ? s.iconOnly : s.search}
        onClick={props.onSearch}
        title={t('shell.jumpTo')}
        data-testid="open-palette"
      >
        <SearchRegular fontSize={16} />
        {!collapsed && <span>{t('shell.jumpTo')}</span>}
        {!collapsed && <kbd className={own.shortcut}>Ctrl K</kbd>}
      </button>
      <div className={s.list}>
        {entriesOf(screens, 'top').map((screen) => {
          const isShown = screen === shown;
          const Icon = isShown ? (screen.activeIcon ?? screen.icon) : screen.icon;
          return (
            <Link
              key={screen.path}
              to={addressOf(screen)}
              title={collapsed ? t(labelKey(screen)) : undefined}
              aria-label={collapsed ? t(labelKey(screen)) : undefined}
              aria-current={isShown ? 'page' : undefined}
              className={mergeClasses(collapsed ? s.iconOnly : s.item, isShown && s.shown)}
            >
              <Icon fontSize={20} />
              {!collapsed && <span className={s.text}>{t(labelKey(screen))}</span>}
            </Link>
          );
        })}
        {groups.map((group) =>
          collapsed ? (
            <Flyout
              key={group}
              group={group}
              entries={entriesOf(screens, group)}
              shown={shown}
              faults={faults.get(group) ?? 0}
            />
          ) : (
            <Group
              key={group}
              group={group}
              entries={entriesOf(screens, group)}
              shown={shown}
              faults={faults.get(group) ?? 0}
              isOpen={open.has(group) !== (group === shownGroup)}
              onToggle={() => toggle(group)}
            />
          ),
        )}
      </div>
      {props.sheet !== undefined ? (
        props.sheet.tools
      ) : (
        <button
          type="button"
          className={collapsed ? s.iconOnly : s.item}
          onClick={props.onToggle}
          aria-expanded={!collapsed}
          aria-label={t(collapsed ? 'shell.expandMenu' : 'shell.collapseMenu')}
          title={t(collapsed ? 'shell.expandMenu' : 'shell.collapseMenu')}
        >
          {collapsed ? <PanelLeftExpandRegular fontSize={20} /> : <PanelLeftContractRegular fontSize={20} />}
          {!collapsed && <span className={s.text}>{t('shell.collapseMenu')}</span>}
        </button>
      )}
    </nav>
  );
}

interface GroupProps {
  group: MenuGroup;
  entries: readonly Screen[];
  shown: Screen | undefined;
  faults: number;
}

/** Number of open faults of each group; none without the right to see faults. */
function useMenuFaults() {
  const { streams } = useApp();
  const may = usePermission();
  const faults = useObservable<Fault[] | null>(streams.openFaults$, null);
  const maySee = may(['list_fault', 'menu_home_page']);
  return useMemo(() => faultsByGroup(maySee ? (faults ?? []) : []), [faults, maySee]);
}

function Group(props: GroupProps & { isOpen: boolean; onToggle: () => void }) {
  const s = useSideMenuStyles();
  const { t } = useTranslation();
  const addressOf = useZonedAddress();
  const isShown = props.entries.some((one) => one === props.shown);
  const Icon = menuGroups[props.group][isShown ? 'active' : 'icon'];
  const Chevron = props.isOpen ? ChevronDownRegular : ChevronRightRegular;
  return (
    <>
      <button
        type="button"
        className={mergeClasses(s.item, isShown && s.groupShown)}
        aria-expanded={props.isOpen}
        onClick={props.onToggle}
      >
        <Icon fontSize={20} />
        <span className={mergeClasses(s.text, s.wrapped)}>{t(`menuGroup.${props.group}`)}</span>
        {props.faults > 0 && (
          <span className={s.faults} data-testid={`faults-${props.group}`}>
            <FaultGlyph />
            {props.faults}
          </span>
        )}
        <Chevron fontSize={16} />
      </button>
      {props.isOpen &&
        props.entries.map((screen) => (
          <Link
            key={screen.path}
            to={addressOf(screen)}
            aria-current={screen === props.shown ? 'page' : undefined}
            className={mergeClasses(s.item, s.child, screen === props.shown && s.shown)}
          >
            <span className={s.text}>{t(labelKey(screen))}</span>
          </Link>
        ))}
    </>
  );
}

function Flyout(props: GroupProps) {
  const s = useSideMenuStyles();
  const { t } = useTranslation();
  const addressOf = useZonedAddress();
  const navigate = useNavigate();
  const isShown = props.entries.some((one) => one === props.shown);
  const Icon = menuGroups[props.group][isShown ? 'active' : 'icon'];
  const group = t(`menuGroup.${props.group}`);
  const name = props.faults === 0 ? group : t('shell.menuFaults', { name: group, faults: props.faults });
  return (
    <Menu positioning={{ position: 'after', align: 'top' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          className={mergeClasses(s.iconOnly, isShown && s.shown)}
          icon={
            <span className={s.marked}>
              <Icon fontSize={20} />
              {props.faults > 0 && <FaultGlyph size={12} />}
            </span>
          }
          aria-label={name}
          title={name}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {props.entries.map((screen) => (
            <MenuItem key={screen.path} icon={<screen.icon />} onClick={() => navigate(addressOf(screen))}>
              {t(labelKey(screen))}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
