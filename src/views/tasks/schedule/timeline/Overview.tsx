import { mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../../contract/format.ts';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { tokens } from '../../../theme/tokens.ts';
import { clampWindow, type Span, zoomWindow } from './scale.ts';
import { useTimelineStyles } from './timelineStyles.ts';
import { soundingCurve, type TimedRun } from './zoneRuns.ts';

const BUCKETS = 288;
const HEIGHT = 100;
/** Fraction of the window by which an arrow key moves it. */
const STEP = 0.25;

/**
 * Overview of the whole day or week: number of terminals planned to sound, and the window shown below. The
 * pointer and the arrow keys move the window; plus and minus change its length.
 */
export function Overview(props: {
  runs: readonly TimedRun[];
  span: Span;
  window: Span;
  now: number;
  ticks: readonly number[];
  tickText: (at: number) => string;
  onWindow: (window: Span) => void;
}) {
  const s = useTimelineStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { span, window, onWindow, runs } = props;
  const chart = useRef<HTMLDivElement>(null);
  const grabbed = useRef<number | null>(null);
  const length = span.to - span.from;
  const share = (at: number) => ((at - span.from) / length) * 100;
  const path = useMemo(() => {
    const curve = soundingCurve(runs, span, BUCKETS);
    const top = Math.max(1, ...curve);
    const steps = curve.map((value, i) => `L${i} ${HEIGHT - (value / top) * (HEIGHT - 12)}H${i + 1}`);
    return `M0 ${HEIGHT}${steps.join('')}L${BUCKETS} ${HEIGHT}Z`;
  }, [runs, span]);
  const timeAt = (event: PointerEvent) => {
    const box = chart.current?.getBoundingClientRect();
    return box === undefined ? span.from : span.from + ((event.clientX - box.left) / box.width) * length;
  };
  const shift = (seconds: number) =>
    onWindow(clampWindow({ from: window.from + seconds, to: window.to + seconds }, span));
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = timeAt(event);
    const isInside = at >= window.from && at <= window.to;
    const half = (window.to - window.from) / 2;
    grabbed.current = isInside ? at - window.from : half;
    if (!isInside) onWindow(clampWindow({ from: at - half, to: at + half }, span));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grabbed.current === null) return;
    const from = timeAt(event) - grabbed.current;
    onWindow(clampWindow({ from, to: from + window.to - window.from }, span));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (window.to - window.from) * STEP;
    if (event.key === 'ArrowLeft') shift(-step);
    else if (event.key === 'ArrowRight') shift(step);
    else if (event.key === 'Home') shift(-length);
    else if (event.key === 'End') shift(length);
    else if (event.key === '+' || event.key === '=') onWindow(zoomWindow(window, 0.5, span));
    else if (event.key === '-') onWindow(zoomWindow(window, 2, span));
    else return;
    event.preventDefault();
  };
  const clockText = (at: number) => formatTimestamp(at, '', clock.timeZone()).slice(5, 16);
  return (
    <div className={s.overview}>
      <div className={s.overviewName}>{t('schedule.overview')}</div>
      <div
        ref={chart}
        className={s.overviewChart}
        role="slider"
        tabIndex={0}
        aria-label={t('schedule.window')}
        aria-valuemin={span.from}
        aria-valuemax={span.to}
        aria-valuenow={Math.round(window.from)}
        aria-valuetext={t('schedule.fromTo', { from: clockText(window.from), to: clockText(window.to) })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          grabbed.current = null;
        }}
        onPointerCancel={() => {
          grabbed.current = null;
        }}
        onKeyDown={onKeyDown}
      >
        <svg
          className={s.overviewCurve}
          viewBox={`0 0 ${BUCKETS} ${HEIGHT}`}
          width="100%"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={path} fill={tokens.tocsinData4} />
        </svg>
        {props.ticks.slice(1).map((at) => (
          <span key={at} className={s.overviewTick} style={{ left: `${share(at)}%` }}>
            {props.tickText(at)}
          </span>
        ))}
        {props.now > span.from && props.now < span.to && (
          <span className={mergeClasses(s.now, s.aboveTicks)} style={{ left: `${share(props.now)}%` }} />
        )}
        <span
          className={s.window}
          style={{ left: `${share(window.from)}%`, width: `${share(window.to) - share(window.from)}%` }}
        />
      </div>
    </div>
  );
}
