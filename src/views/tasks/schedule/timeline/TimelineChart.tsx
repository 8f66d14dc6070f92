import { mergeClasses } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../../contract/entities/site/partition.ts';
import { formatTimestamp } from '../../../../../contract/format.ts';
import type { Zone as TimeZone } from '../../../../../contract/schedule/zone.ts';
import { Overview } from './Overview.tsx';
import { useRowStyles } from './rowStyles.ts';
import { type Span, ticksOf } from './scale.ts';
import { TimelineRow } from './TimelineRow.tsx';
import { ROW_HEIGHT, useTimelineStyles, ZONE_WIDTH } from './timelineStyles.ts';
import { useTimelineRows } from './useTimelineRows.ts';
import { walkBars } from './walkBars.ts';
import type { TimedRun } from './zoneRuns.ts';

/** Offset of the first label, px: beside its line, not half behind the zones. */
const firstTick = 32;

/** Timeline with a row for each zone; rows and bars out of sight are not rendered. */
export function TimelineChart(props: {
  runs: readonly TimedRun[];
  zones: readonly PartitionLive[];
  timeZone: TimeZone;
  span: Span;
  window: Span;
  /** Epoch seconds. */
  now: number;
  chosen: number | undefined;
  onWindow: (window: Span) => void;
  onOpen: (task: number) => void;
}) {
  const s = useTimelineStyles();
  const r = useRowStyles();
  const { t } = useTranslation();
  const { runs, zones, span, window, timeZone, now } = props;
  const scroller = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(100, element.clientWidth - ZONE_WIDTH)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const { rows, pieces, toggle } = useTimelineRows(runs, zones);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  const ticks = useMemo(() => ticksOf(window, width, timeZone), [window, width, timeZone]);
  const x = (at: number) => ((at - window.from) / (window.to - window.from)) * width;
  const tickText = (at: number) => {
    const text = formatTimestamp(at, '', timeZone.name);
    if (text.slice(11) !== '00:00:00') return text.slice(11, 16);
    const weekday = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay();
    return `${text.slice(5, 10)} ${t(`schedule.weekdayShort.${weekday}`)}`;
  };
  const isNowSeen = now > window.from && now < window.to;

  return (
    <div className={s.chart}>
      <Overview
        runs={runs}
        span={span}
        window={window}
        now={now}
        ticks={ticksOf(span, width, timeZone)}
        tickText={tickText}
        onWindow={props.onWindow}
      />
      <div className={s.head}>
        <div className={s.headName}>
          <span>{t('task.zone')}</span>
          <span>{t('task.terminals')}</span>
        </div>
        <div className={s.ticks} aria-hidden="true">
          {ticks
            .filter((at) => !isNowSeen || Math.abs(x(at) - x(now)) > 40)
            .map((at) => (
              <span key={at} className={s.tick} style={{ left: Math.max(firstTick, x(at)) }}>
                {tickText(at)}
              </span>
            ))}
          {isNowSeen && (
            <span className={s.nowMark} style={{ left: x(now) }}>
              {formatTimestamp(now, '', timeZone.name).slice(11, 16)}
            </span>
          )}
        </div>
      </div>
      <section
        ref={scroller}
        className={s.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the bars in it are walked over by arrow keys
        tabIndex={0}
        aria-label={t('schedule.chart')}
        aria-description={t('schedule.chartKeys')}
        onKeyDown={(event) => walkBars(scroller.current, event)}
        data-testid="timeline"
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          <div className={s.lines} style={{ height: virtual.getTotalSize() }}>
            {ticks.map((at) => (
              <span key={at} className={s.line} style={{ left: x(at) }} />
            ))}
          </div>
          {virtual.getVirtualItems().map((item) => {
            const zone = rows[item.index];
            return (
              zone !== undefined && (
                <div key={zone.id} className={r.row} style={{ transform: `translateY(${item.start}px)` }}>
                  <TimelineRow
                    zone={zone}
                    pieces={pieces(zone.id)}
                    window={window}
                    width={width}
                    chosen={props.chosen}
                    onOpen={props.onOpen}
                    onToggle={toggle}
                  />
                </div>
              )
            );
          })}
          <div className={s.lines} style={{ height: virtual.getTotalSize() }}>
            {isNowSeen && <span className={mergeClasses(s.now)} style={{ left: x(now) }} />}
          </div>
        </div>
      </section>
    </div>
  );
}
