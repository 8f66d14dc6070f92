import { makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { tokens } from '../../theme/tokens.ts';
import { ABOVE_ALL } from './TalkStrip.tsx';
import { useTalk } from './useTalk.ts';

const useStyles = makeStyles({
  frame: {
    position: 'fixed',
    inset: 0,
    zIndex: ABOVE_ALL,
    pointerEvents: 'none',
    border: `4px solid ${tokens.tocsinAlarmSolid}`,
    boxShadow: `inset 0 0 0 1px ${tokens.tocsinAlarmOnSolid}`,
    boxSizing: 'border-box',
  },
});

const PREFIX = '● ';

/**
 * Mark of an open microphone: a red frame around every screen and dialog, and a word in the title of the
 * window. A hidden page, which shows neither, has no open microphone.
 */
export function OnAirMark() {
  const s = useStyles();
  const { t } = useTranslation();
  const { talk } = useApp();
  const { isOnAir } = useTalk();
  useEffect(() => {
    const hide = () => document.hidden && talk.send({ type: 'talk.hide' });
    const leave = () => talk.send({ type: 'talk.hide' });
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
    };
  }, [talk]);
  const words = t('talk.onAir');
  useEffect(() => {
    if (!isOnAir) return;
    const mark = `${PREFIX}${words} · `;
    const put = () => {
      if (!document.title.startsWith(mark)) document.title = `${mark}${document.title}`;
    };
    put();
    // Screens set the title when they are shown.
    const watch = new MutationObserver(put);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watch.disconnect();
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
    };
  }, [isOnAir, words]);
  return isOnAir ? <div className={s.frame} aria-hidden="true" data-testid="on-air-frame" /> : null;
}
