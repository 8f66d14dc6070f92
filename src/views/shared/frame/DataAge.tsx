import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { DataAge as Age } from '../../../streams/age.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { useStatusClasses } from '../../kit/status/statusStyles.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  value: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  /** A narrow place shows the figure only. */
  words: { '@container (max-width: 100px)': { display: 'none' } },
  figure: { display: 'none', '@container (max-width: 100px)': { display: 'inline' } },
  track: { stroke: tokens.colorNeutralStroke1 },
  fill: { stroke: tokens.colorNeutralForeground2 },
});

const none: Age = { level: 'none', seconds: null };
/** Age at which the ring is full, seconds. */
const fullAt = 10;
const round = 2 * Math.PI * 5;

/** A ring that fills over ten seconds. */
function Ring(props: { seconds: number }) {
  const s = useStyles();
  const share = Math.min(props.seconds / fullAt, 1);
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <circle cx="7" cy="7" r="5" fill="none" strokeWidth="2" className={s.track} />
      <circle
        cx="7"
        cy="7"
        r="5"
        fill="none"
        strokeWidth="2"
        className={s.fill}
        strokeDasharray={`${round * share} ${round}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  );
}

/** Shows the age of the data on the screen: live, late, stale, or reconnecting. */
export function DataAge() {
  const s = useStyles();
  const classes = useStatusClasses();
  const { t } = useTranslation();
  const { streams } = useApp();
  const age = useObservable(streams.age$, none);
  const status = useObservable(streams.connection$, 'idle');
  if (age.level === 'none' || age.seconds === null)
    return (
      <span className={s.root} data-testid="data-age" data-level="none">
        <Glyph name="arrowCircleUp" />
        <span className={s.words}>
          {t(status === 'connecting' || status === 'idle' ? 'shell.connecting' : 'shell.reconnecting')}
        </span>
      </span>
    );
  const seconds = Math.floor(age.seconds);
  const stale = t('shell.ageStale', { seconds });
  if (age.level === 'stale')
    return (
      <span className={classes.fault} title={stale} data-testid="data-age" data-level="stale">
        <Glyph name="warning" />
        <span className={s.words}>{stale}</span>
        <span className={s.figure}>{seconds} s</span>
      </span>
    );
  return (
    <span className={s.root} data-testid="data-age" data-level={age.level}>
      <Ring seconds={age.seconds} />
      <span className={s.words}>{t(age.level === 'live' ? 'shell.ageLive' : 'shell.ageLate')}</span>
      <span className={s.value}>{age.seconds.toFixed(1)} s</span>
    </span>
  );
}
