import { Button, makeStyles, mergeClasses, Overflow, OverflowItem } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { usePermission } from '../../app/AppContext.tsx';
import type { Screen } from '../../app/screen.ts';
import { useObservable } from '../../app/useObservable.ts';
import { labelKey } from '../../screens.ts';
import { chromeColour, layoutHeight, tokens } from '../../theme/tokens.ts';
import { useFollowedZone, useZonedAddress } from '../useCurrentZone.ts';
import { MoreTabs } from './MoreTabs.tsx';
import type { Tab, Tabs } from './tabs.ts';

const tabHeight = `calc(${layoutHeight.tabs} - 4px)`;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'flex-end',
    flexShrink: 0,
    height: layoutHeight.tabs,
    padding: '0 8px',
    overflow: 'hidden',
    backgroundColor: chromeColour,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
    '& ul': {
      display: 'flex',
      flexGrow: 1,
      minWidth: 0,
      margin: 0,
      padding: 0,
      listStyle: 'none',
      height: tabHeight,
    },
  },
  tab: {
    display: 'flex',
    alignItems: 'center',
    height: tabHeight,
    padding: '0 4px 0 12px',
    border: '1px solid transparent',
    borderBottom: 'none',
    borderRadius: `${tokens.borderRadiusLarge} ${tokens.borderRadiusLarge} 0 0`,
    boxSizing: 'border-box',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    '& a': {
      color: 'inherit',
      textDecorationLine: 'none',
      display: 'flex',
      alignItems: 'center',
      height: '100%',
      borderRadius: tokens.borderRadiusSmall,
      outlineOffset: '-4px',
    },
    '& a:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  shown: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTopColor: tokens.colorNeutralStroke2,
    borderLeftColor: tokens.colorNeutralStroke2,
    borderRightColor: tokens.colorNeutralStroke2,
  },
});

/**
 * Tabs of the open screens. Each keeps its last address; Delete or a middle click closes it. Those without room are in
 * a menu at the end; the shown one always has room.
 */
export function TabStrip(props: { tabs: Tabs; screens: readonly Screen[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { tabs, screens } = props;
  const may = usePermission();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const list = useObservable(tabs.list$, tabs.list$.value);
  const shown = screens.find((screen) => `/${screen.path}` === pathname);
  const addressOf = useZonedAddress();
  useFollowedZone(shown);
  useEffect(() => {
    if (shown !== undefined) tabs.visit(shown.path, search);
  }, [tabs, shown, search]);
  /** The screen of a tab; a tab whose right is missing stays hidden, unless its page is the one shown. */
  const screenOf = ({ path }: Tab) =>
    screens.find((screen) => screen.path === path && (screen === shown || may(screen.codes)));
  const open = list.flatMap((tab) => {
    const screen = screenOf(tab);
    return screen === undefined ? [] : [{ tab, screen }];
  });
  const close = (path: string) => {
    const next = tabs.close(path, (tab) => screenOf(tab) !== undefined);
    if (path !== shown?.path) return;
    const screen = screens.find((one) => one.path === next?.path);
    navigate(screen === undefined ? '/index.html' : addressOf(screen, next?.search));
  };
  return (
    <nav className={s.root} aria-label={t('shell.tabs')}>
      <Overflow minimumVisible={1} padding={0}>
        <ul>
          {open.map(({ tab, screen }) => {
            const isShown = tab.path === shown?.path;
            return (
              <OverflowItem key={tab.path} id={tab.path} priority={isShown ? 1 : 0}>
                <li className={mergeClasses(s.tab, isShown && s.shown)}>
                  <Link
                    to={isShown ? `/${tab.path}${search}` : addressOf(screen, tab.search)}
                    aria-current={isShown ? 'page' : undefined}
                    onKeyDown={(event) => event.key === 'Delete' && close(tab.path)}
                    onAuxClick={(event) => event.button === 1 && close(tab.path)}
                  >
                    {t(labelKey(screen))}
                  </Link>
                  <Button
                    appearance="transparent"
                    size="small"
                    icon={<DismissRegular fontSize={14} />}
                    aria-label={t('shell.closeTab', { name: t(labelKey(screen)) })}
                    title={t('shell.closeTab', { name: t(labelKey(screen)) })}
                    onClick={() => close(tab.path)}
                  />
                </li>
              </OverflowItem>
            );
          })}
          <MoreTabs
            tabs={open.map(({ tab, screen }) => ({
              path: tab.path,
              name: t(labelKey(screen)),
              open: () => navigate(addressOf(screen, tab.search)),
            }))}
          />
        </ul>
      </Overflow>
    </nav>
  );
}
