import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { NameText } from '../kit/layout/NameText.tsx';
import { FaultGlyph, Glyph } from '../kit/status/Glyph.tsx';
import type { Turning } from './useTurning.ts';
import type { Wall, WallSite } from './wallModel.ts';
import { useWallStyles } from './wallStyles.ts';

/** Largest number of tiles in the row; with more sites they scroll with the current page. */
const shownMax = 7;

/** Counts of every site; a press shows its page and keeps it. */
export function WallSites(props: { wall: Wall; turning: Turning }) {
  const s = useWallStyles();
  const { sites, pages, alarms } = props.wall;
  const { page, show } = props.turning;
  const current = pages[page]?.site.id;
  const place = Math.max(
    0,
    sites.findIndex(({ id }) => id === current),
  );
  const from = Math.min(Math.max(0, place - 3), Math.max(0, sites.length - shownMax));
  return (
    <ul className={s.sites} data-testid="wall-sites">
      {sites.slice(from, from + shownMax).map((site) => (
        <li key={site.id} style={{ flex: '1 1 0', minWidth: 0 }}>
          <Site
            site={site}
            alarms={alarms}
            isShown={site.id === current}
            onShow={() => show(pages.findIndex((one) => one.site.id === site.id))}
          />
        </li>
      ))}
    </ul>
  );
}

function Site(props: { site: WallSite; alarms: ReadonlySet<number>; isShown: boolean; onShow: () => void }) {
  const s = useWallStyles();
  const { t } = useTranslation();
  const { site } = props;
  const { playing, total, abnormal, behind } = site;
  return (
    <button
      type="button"
      className={mergeClasses(s.site, props.isShown && s.shown, site.isAlarm && s.inAlarm)}
      aria-pressed={props.isShown}
      onClick={props.onShow}
    >
      <div className={s.pair}>
        <span className={s.strong}>
          <NameText name={site.name} />
        </span>
        <span className={s.badges}>
          {behind > 0 && (
            <span className={s.missing} title={t('home.behindRelay', { n: behind })}>
              <Glyph name="warningOutline" size={16} />
              {t('home.behindRelay', { n: behind })}
            </span>
          )}
          {abnormal > 0 && (
            <span className={s.missing}>
              <FaultGlyph size={22} />
              {abnormal}
            </span>
          )}
        </span>
      </div>
      <div className={s.pair}>
        <span className={s.detail}>{t('wall.playing', { playing, total })}</span>
        <span className={s.badges}>
          {site.broadcasts.slice(0, 3).map((number) => (
            <span key={number} className={mergeClasses(s.number, props.alarms.has(number) && s.alarmNumber)}>
              {number}
            </span>
          ))}
        </span>
      </div>
      <div className={s.share}>
        {playing > 0 && <span className={s.playing} style={{ flexGrow: playing }} />}
        <span className={s.rest} style={{ flexGrow: Math.max(0, total - playing - abnormal - behind) }} />
        {behind > 0 && <span className={s.behind} style={{ flexGrow: behind }} />}
        {abnormal > 0 && <span className={s.abnormal} style={{ flexGrow: abnormal }} />}
      </div>
    </button>
  );
}
