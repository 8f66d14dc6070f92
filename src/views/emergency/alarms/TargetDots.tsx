import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive, AlarmTarget } from '../../../../contract/entities/tasks/alarm.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { isQuiet } from '../../shared/alarms/factSentences.ts';
import { targetReason } from '../../shared/targets/targetText.ts';
import { tokens } from '../../theme/tokens.ts';
import { useAlarmStyles } from './alarmStyles.ts';
import { MAX_DRAWN, useAlarmEvents, useAlarmTargets } from './useAlarmRecord.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 240px', gap: '24px', alignItems: 'start' },
  dots: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3px',
    maxHeight: '220px',
    overflowY: 'auto',
  },
  dot: { width: '10px', height: '10px', borderRadius: '2px', backgroundColor: tokens.tocsinData2 },
  held: {
    backgroundColor: 'transparent',
    border: `1px solid ${tokens.tocsinData2}`,
    boxSizing: 'border-box',
  },
  unheard: {
    width: 0,
    height: 0,
    borderRadius: 0,
    backgroundColor: 'transparent',
    borderLeft: '5px solid transparent',
    borderRight: '5px solid transparent',
    borderBottom: `10px solid ${tokens.tocsinFaultEdge}`,
  },
  list: { margin: 0, padding: 0, listStyle: 'none', maxHeight: '180px', overflowY: 'auto' },
  row: { display: 'flex', gap: '12px', padding: '2px 0', whiteSpace: 'nowrap' },
  name: { minWidth: 0 },
  reason: { marginLeft: 'auto', color: tokens.tocsinFaultText },
  bars: { display: 'flex', alignItems: 'flex-end', gap: '2px', height: '96px', paddingTop: '16px' },
  column: {
    position: 'relative',
    flex: '1 1 0',
    minWidth: 0,
    backgroundColor: tokens.tocsinData2,
    fontSize: tokens.fontSizeBase100,
    textAlign: 'center',
  },
  number: { position: 'absolute', top: '-16px', left: '-8px', right: '-8px', lineHeight: '16px' },
  axis: {
    display: 'flex',
    justifyContent: 'space-between',
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
  },
});

const heardState = ({ state }: AlarmTarget) => state === 'sounding';
const heldState = ({ state }: AlarmTarget) =>
  state === 'sent' ||
  state === 'preempted' ||
  state === 'behind_relay' ||
  state === 'left' ||
  state === 'ended';
const confirmed = ({ first_sound_at }: AlarmTarget) => first_sound_at !== null;
const none = () => false;

/**
 * Draws every terminal as a dot, lists those that should sound and do not, and shows how soon the others did.
 */
export function TargetDots({ alarm }: { alarm: AlarmLive }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const { data } = useAlarmTargets(alarm.id);
  const rows = data?.rows ?? [];
  // A silent drill plays nothing.
  const isSilent = alarm.drill === drillMode.silent;
  const [isHeard, isHeld] = isSilent ? [confirmed, none] : [heardState, heldState];
  const unheard = isQuiet(alarm) ? [] : rows.filter((row) => !isHeard(row) && !isHeld(row));
  if (rows.length === 0) return null;
  return (
    <div className={s.root}>
      <section className={a.section}>
        <div className={a.head}>
          <h2 className={a.title}>{t('alarm.allTerminals', { n: data?.total ?? 0 })}</h2>
          <span className={a.note}>
            {t((data?.total ?? 0) > MAX_DRAWN ? 'alarm.dotsFirst' : 'alarm.dots', { n: MAX_DRAWN })}
          </span>
        </div>
        <div className={s.dots} aria-hidden="true">
          {rows.map((row) => (
            <span
              key={`${row.linkage_task} ${row.terminal_id}`}
              title={`${row.name} ${row.code}`}
              className={mergeClasses(
                s.dot,
                isHeld(row) && s.held,
                !isQuiet(alarm) && !isHeard(row) && !isHeld(row) && s.unheard,
              )}
            />
          ))}
        </div>
        {unheard.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
          <ul className={s.list} aria-label={t('alarm.shouldSound')} tabIndex={0}>
            {unheard.slice(0, 100).map((row) => (
              <li key={`${row.linkage_task} ${row.terminal_id}`} className={s.row}>
                <span className={s.name}>
                  <NameText name={row.name} />
                </span>
                <span className={a.note}>{row.code}</span>
                <span className={s.reason}>
                  {targetReason(row.reason, t, zone) ||
                    t(`status.${row.state === 'offline' ? 'offline' : 'no_sound'}`)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <FirstSound alarm={alarm} rows={rows} />
    </div>
  );
}

const BINS = 10;

/** Histogram of the first sample at each terminal, in time after the alarm or the step that reached it. */
function FirstSound(props: { alarm: AlarmLive; rows: readonly AlarmTarget[] }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const began = props.alarm.alarming_at ?? props.alarm.began_at;
  const { data } = useAlarmEvents(props.alarm);
  const times = useMemo(() => {
    const steps = (data?.events ?? []).flatMap(({ kind, at }) => (kind === 'step' ? [at] : []));
    return props.rows
      .flatMap(({ first_sound_at }) => {
        if (first_sound_at === null) return [];
        const from = Math.max(began, ...steps.filter((at) => at <= first_sound_at));
        return [Math.max(0, first_sound_at - from)];
      })
      .sort((x, y) => x - y);
  }, [props.rows, began, data]);
  if (times.length === 0) return null;
  // A terminal that joined much later (after a restart) would squeeze all others into one column.
  const span = Math.max(500, Math.ceil((times[Math.floor(times.length * 0.95)] ?? 0) / 500) * 500);
  const bins = Array.from({ length: BINS }, () => 0);
  for (const ms of times) {
    const bin = Math.min(BINS - 1, Math.floor((ms / span) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const most = Math.max(...bins);
  const median = (times[Math.floor(times.length / 2)] ?? 0) / 1000;
  return (
    <section className={a.section}>
      <div className={a.head}>
        <h2 className={a.title}>
          {t(props.alarm.drill === drillMode.silent ? 'alarm.firstConfirmed' : 'alarm.firstSound')}
        </h2>
        <span className={a.note}>{t('alarm.firstSoundHow', { n: times.length })}</span>
      </div>
      <div>
        <div className={s.bars} aria-hidden="true">
          {bins.map((n, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <span key={i} className={s.column} style={{ height: `${(n / most) * 100}%` }}>
              {n > 0 && <span className={s.number}>{n}</span>}
            </span>
          ))}
        </div>
        <div className={s.axis}>
          <span>0</span>
          <span>{(span / 1000).toFixed(1)} s</span>
        </div>
        <span className={a.note}>{t('alarm.median', { s: median.toFixed(2) })}</span>
      </div>
    </section>
  );
}
