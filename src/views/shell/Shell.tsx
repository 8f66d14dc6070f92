import { makeStyles, PositioningConfigurationProvider } from '@fluentui/react-components';
import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import type { BrandProfile } from '../../../brands/schema.ts';
import { useBrand } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { useLanguage } from '../app/useLanguage.ts';
import { usePicture } from '../app/usePicture.ts';
import { useScreenName } from '../app/useScreenName.ts';
import { useStale } from '../app/useStaleReason.ts';
import { Hidden } from '../kit/layout/Hidden.tsx';
import { PasswordDialog } from '../shared/accounts/PasswordDialog.tsx';
import { useAlarms } from '../shared/alarms/useAlarms.ts';
import { buzzOf, useBuzzer } from '../shared/alarms/useBuzzer.ts';
import { FaultAnnouncer } from '../shared/faults/FaultAnnouncer.tsx';
import { OriginNotice } from '../shared/frame/OriginNotice.tsx';
import { StaleBanner } from '../shared/frame/StaleBanner.tsx';
import { ChosenTargetsProvider } from '../shared/talk/ChosenTargets.tsx';
import { ABOVE_ALL, TalkStrip } from '../shared/talk/TalkStrip.tsx';
import { useClearOfTalk } from '../shared/talk/useClearOfTalk.ts';
import { TARGET_PX, usePhone } from '../theme/phone.ts';
import { layoutHeight, tokens } from '../theme/tokens.ts';
import { Palette } from './palette/Palette.tsx';
import { PhoneBar } from './phone/PhoneBar.tsx';
import { PhoneHeader } from './phone/PhoneHeader.tsx';
import { PhoneTools } from './phone/PhoneTools.tsx';
import { useMenuSheet } from './phone/useMenuSheet.ts';
import { RenewLogin } from './RenewLogin.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SnapshotBanner } from './SnapshotBanner.tsx';
import { TopBar } from './TopBar.tsx';
import { TabStrip } from './tabs/TabStrip.tsx';
import { useTabs } from './tabs/useTabs.ts';
import { UnsentBanner } from './unsent/UnsentBanner.tsx';
import { useLandmarks } from './useLandmarks.ts';
import { useMenuWidth } from './useMenuWidth.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  body: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0 },
  tabs: { position: 'relative', flexShrink: 0 },
  /** Reserved for the talk in progress: over the end of the tabs, so that nothing moves when it appears. */
  talk: {
    position: 'absolute',
    top: 0,
    right: 0,
    zIndex: ABOVE_ALL,
    width: 'min(100%, 900px)',
    minHeight: layoutHeight.tabs,
    ':empty': { display: 'none' },
  },
  column: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  screen: {
    // Side panels of a phone cover it.
    position: 'relative',
    flexGrow: 1,
    minHeight: 0,
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    outlineStyle: 'none',
  },
  skip: {
    position: 'absolute',
    left: '8px',
    top: '-48px',
    zIndex: 10,
    padding: '8px 16px',
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    borderRadius: tokens.borderRadiusMedium,
    ':focus': { top: '4px' },
  },
});

const mainId = 'screen';

/** Heights of the brand as the variables of `layoutHeight`; on a phone a finger can press what is in them. */
function heightsOf({ heights }: BrandProfile, isPhone: boolean): CSSProperties {
  const px = (height: number) => `${isPhone ? Math.max(height, TARGET_PX) : height}px`;
  const variables: Record<string, string> = {
    '--tocsinTopBarHeight': px(heights.topBar),
    '--tocsinTabsHeight': px(heights.tabs),
    '--tocsinStatusBarHeight': px(heights.statusBar),
  };
  return variables;
}

/** Picture behind bar, menu and tabs, covered by their colours so that text stays readable. */
function pictureStyle(url: string | undefined): CSSProperties {
  if (url === undefined) return {};
  const veil = `color-mix(in srgb, ${tokens.colorNeutralBackground3} 92%, transparent)`;
  const variables: Record<string, string> = { '--tocsinChrome': 'transparent' };
  return {
    ...variables,
    backgroundImage: `linear-gradient(${veil}, ${veil}), url("${url}")`,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
  };
}

/** Main shell: top bar, side menu, tabs and the screen. */
export function Shell(props: { screens: readonly Screen[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const tabs = useTabs(props.screens);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const openPassword = () => setPasswordOpen(true);
  const menu = useMenuWidth();
  const isPhone = usePhone();
  const sheet = useMenuSheet();
  const buzzer = useBuzzer(buzzOf(useAlarms()));
  useLandmarks();
  const { strip, placing } = useClearOfTalk();
  const isStale = useStale();
  const name = useScreenName();
  const brand = useBrand();
  const title = brand.titles[useLanguage()];
  const picture = usePicture('shell');
  useEffect(() => {
    document.title = name === '' ? title : `${name} · ${title}`;
  }, [name, title]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPaletteOpen(true);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <ChosenTargetsProvider>
      <PositioningConfigurationProvider value={placing}>
        <div className={s.root} style={{ ...heightsOf(brand, isPhone), ...pictureStyle(picture.url) }}>
          <a className={s.skip} href={`#${mainId}`}>
            {t('shell.skip')}
          </a>
          {isPhone ? (
            <PhoneHeader buzzer={buzzer} />
          ) : (
            <TopBar screens={props.screens} buzzer={buzzer} onPassword={openPassword} />
          )}
          <div className={s.body}>
            {(!isPhone || sheet.isOpen) && (
              <SideMenu
                screens={props.screens}
                collapsed={!isPhone && menu.collapsed}
                onToggle={menu.toggle}
                onSearch={() => setPaletteOpen(true)}
                sheet={
                  isPhone
                    ? {
                        id: sheet.id,
                        tools: <PhoneTools screens={props.screens} onPassword={openPassword} />,
                      }
                    : undefined
                }
              />
            )}
            <div className={s.column} inert={isPhone && sheet.isOpen}>
              <div className={s.tabs}>
                <TabStrip tabs={tabs} screens={props.screens} />
                <div className={s.talk} ref={strip}>
                  <TalkStrip />
                </div>
              </div>
              <main
                id={mainId}
                aria-label={name}
                tabIndex={-1}
                className={s.screen}
                {...(isStale ? { 'data-stale': '' } : {})}
              >
                <Hidden as="h1">{name}</Hidden>
                <Outlet />
              </main>
              {/* Below the screen: above it, a banner would move everything under the pointer. */}
              <SnapshotBanner />
              <StaleBanner />
              <UnsentBanner />
            </div>
          </div>
          {isPhone && <PhoneBar isMenuOpen={sheet.isOpen} menuId={sheet.id} onMenu={sheet.toggle} />}
          <OriginNotice />
          <FaultAnnouncer />
          <RenewLogin />
          <Palette screens={props.screens} isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
          {isPasswordOpen && <PasswordDialog onClose={() => setPasswordOpen(false)} />}
        </div>
      </PositioningConfigurationProvider>
    </ChosenTargetsProvider>
  );
}
