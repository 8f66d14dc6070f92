import { mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isSounding } from '../../streams/alarm.ts';
import { useApp, useBrand, usePermission } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { useStale } from '../app/useStaleReason.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { useAlarms } from '../shared/alarms/useAlarms.ts';
import { StaleBanner } from '../shared/frame/StaleBanner.tsx';
import { TalkStrip } from '../shared/talk/TalkStrip.tsx';
import { useScale } from '../theme/scale.ts';
import { Campus, Dot } from './Campus.tsx';
import { dotStates } from './dotState.ts';
import { NextBell } from './NextBell.tsx';
import { usePixelShift } from './usePixelShift.ts';
import { useTurning } from './useTurning.ts';
import { useWall } from './useWall.ts';
import { WallAlarm } from './WallAlarm.tsx';
import { WallFaults } from './WallFaults.tsx';
import { WallFloors } from './WallFloors.tsx';
import { WallHeader } from './WallHeader.tsx';
import { WallPlan } from './WallPlan.tsx';
import { WallSites } from './WallSites.tsx';
import { WallTasks } from './WallTasks.tsx';
import { WallTools } from './WallTools.tsx';
import type { WallPage } from './wallModel.ts';
import { useWallStyles } from './wallStyles.ts';

/** Width for which the wall is laid out, px; it is scaled to the width of the window. */
const WIDTH = 1386;
/** Idle time after which pointer and buttons are hidden, ms. */
const IDLE_MS = 4_000;

function useWindowSize(): { width: number; height: number } {
  const key = useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed);
      return () => window.removeEventListener('resize', changed);
    },
    () => `${window.innerWidth} ${window.innerHeight}`,
  );
  const [width = WIDTH, height = 0] = key.split(' ').map(Number);
  return { width, height };
}

/** Tells whether the pointer was moved lately. */
function usePresence(): { isThere: boolean; seen: () => void } {
  const [isThere, setThere] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useCallback(() => {
    setThere(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setThere(false), IDLE_MS);
  }, []);
  useEffect(() => {
    seen();
    return () => clearTimeout(timer.current);
  }, [seen]);
  return { isThere, seen };
}

/**
 * Wall display (/fullscreen/index): pages of sites, running broadcasts, faults and the time, without menus,
 * readable from across the room. It turns its pages by itself; arrow keys, tiles and the address choose one. An
 * alarm takes the place of the lists.
 */
export function Component() {
  const { showWall } = useApp();
  useEffect(() => showWall(), [showWall]);
  const s = useWallStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const navigate = useNavigate();
  const wall = useWall();
  const turning = useTurning(wall);
  const presence = usePresence();
  const title = useBrand().titles[useLanguage()];
  const isStale = useStale();
  const { width, height } = useWindowSize();
  const zoom = width / WIDTH / useScale();
  const page = wall?.pages[turning.page];
  const seesZones = may('list_device') && may('list_partition');
  const seesTasks = may(['menu_real_time_task', 'list_task']);
  const alarms = useAlarms().filter(isSounding);
  const shift = usePixelShift(presence.isThere);
  const main = useRef<HTMLElement>(null);
  // Focuses the page so that the arrow keys work at once.
  useEffect(() => main.current?.focus(), []);
  useEffect(() => {
    document.title = `${t('menu.fullscreen_page')} · ${title}`;
  }, [t, title]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    presence.seen();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const count = wall?.pages.length ?? 0;
    if (step !== 0 && count > 0) turning.show((turning.page + step + count) % count);
    else if (event.key === ' ' && event.target === event.currentTarget) turning.hold(!turning.isHeld);
    else if (event.key === 'Escape' && document.fullscreenElement === null) void navigate('/menu_home_page');
    else return;
    event.preventDefault();
  };
  return (
    <main
      ref={main}
      className={mergeClasses(s.root, !presence.isThere && s.idle)}
      style={{
        zoom,
        height: `${height / (width / WIDTH)}px`,
        transform: `translate(${shift.x}px, ${shift.y}px)`,
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys turn its pages
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={presence.seen}
      data-wall=""
      {...(isStale ? { 'data-stale': '' } : {})}
    >
      <WallHeader />
      <StaleBanner />
      <div
        className={mergeClasses(
          s.body,
          alarms.length > 0 && s.bodyInAlarm,
          alarms.length > 0 && page?.plan != null && s.bodyWithPlan,
        )}
      >
        {alarms.length > 0 && <WallAlarm alarms={alarms} />}
        <section className={s.picture}>
          <div className={s.pair}>
            <h2 className={s.title}>{page !== undefined && <NameText name={titleOf(page)} />}</h2>
            <WallTools turning={turning} isShown={presence.isThere} />
          </div>
          {wall === null && seesZones && <LoadingRows rows={8} />}
          {page === undefined && wall !== null && <div className={s.empty}>{t('home.noZones')}</div>}
          {page !== undefined && page.plan === null && wall !== null && (
            <Picture page={page} alarms={wall.alarms} />
          )}
          {page !== undefined && page.plan !== null && <WallPlan key={page.plan.id} plan={page.plan} />}
          {alarms.length > 0 && wall !== null && <WallFloors wall={wall} turning={turning} alarms={alarms} />}
        </section>
        {alarms.length === 0 && (
          <div className={s.lists}>
            {seesTasks && <NextBell />}
            {seesTasks && <WallTasks />}
            <WallFaults />
          </div>
        )}
      </div>
      <div className={s.talk}>
        <TalkStrip />
      </div>
      {wall !== null && wall.sites.length > 0 && <WallSites wall={wall} turning={turning} />}
    </main>
  );
}

/** Name of the site of a page, with its plan and its part. */
const titleOf = ({ site, plan, part, parts }: WallPage) =>
  [site.name, ...(plan === null ? [] : ['·', plan.name]), ...(parts > 1 ? [`${part} / ${parts}`] : [])].join(
    ' ',
  );

function Picture({ page, alarms }: { page: WallPage; alarms: ReadonlySet<number> }) {
  const s = useWallStyles();
  const { t } = useTranslation();
  const { share, blocks } = page;
  const used = new Set(blocks.flatMap(({ floors }) => floors.flatMap(({ dots }) => dots)));
  return (
    <>
      <div className={s.campus}>
        <Campus page={page} alarms={alarms} />
      </div>
      <div className={s.legend}>
        {dotStates
          .filter((state) => used.has(state))
          .toReversed()
          .map((state) => (
            <span key={state}>
              <svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
                <Dot state={state} at={{ x: 0, y: 0 }} />
              </svg>
              {t(`wall.dot.${state}`)}
            </span>
          ))}
        {share > 1 && <span>{t('wall.share', { n: share })}</span>}
      </div>
    </>
  );
}
