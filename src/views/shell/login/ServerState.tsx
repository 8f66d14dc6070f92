import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../contract/format.ts';
import { version } from '../../../../package.json';
import { useSiteClock, useSiteLook } from '../../app/AppContext.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  state: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  // Lies over the drawing of the brand.
  background: {
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  time: { marginLeft: '12px' },
});

/** Interval of polling the server on the login page, ms. */
const lookEvery = 5_000;

/** Shows whether the server responds, and its time. `short` leaves out the date and the version. */
export function ServerState(props: { className?: string; short?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const site = useSiteLook();
  const [isThere, setThere] = useState<boolean | null>(null);
  useSecond();
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      void clock.refresh().then((answered) => isWanted && setThere(answered));
      // There is no live feed of the site without a login.
      void site.refresh();
    };
    look();
    const timer = setInterval(look, lookEvery);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [clock, site]);
  const now = clock.now();
  const time =
    props.short === true
      ? clockTime(now, clock.timeZone())
      : formatTimestamp(Math.floor(now / 1000), '', clock.timeZone());
  return (
    <div className={props.className} data-testid="server-state">
      {isThere === false ? (
        <StatusText tone="fault" glyph="warning" text={t('login.serverAway')} />
      ) : (
        <span className={mergeClasses(s.state, props.short !== true && s.background)}>
          {isThere === true && <Glyph name="checkmark" size={14} />}
          {t(isThere === true ? 'login.serverThere' : 'shell.connecting')}
          {isThere === true && props.short !== true && <span className={s.time}>{time}</span>}
        </span>
      )}
      <span>{props.short === true ? isThere === true && time : t('login.version', { version })}</span>
    </div>
  );
}
