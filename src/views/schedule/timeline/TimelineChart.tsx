import { mergeClasses } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/partition.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { Zone as TimeZone } from '../../../../contract/schedule/zone.ts';
import { useOpenZones } from '../../kit/tree/useOpenZones.ts';
import { subtree, visibleNodes } from '../../kit/tree/zones.ts';
import { Overview } from './Overview.tsx';
import { type Span, ticksOf } from './scale.ts';
import { TimelineRow, type TimelineZone } from './TimelineRow.tsx';
import { ROW_HEIGHT, useTimelineStyles, ZONE_WIDTH } from './timelineStyles.ts';
import { EVERYWHERE, type Piece, piecesOf, runsByZone, type TimedRun } from './zoneRuns.ts';

const noRuns: readonly TimedRun[] = [];

/** Who sounds when, a row for each zone; rows and bars out of sight are not in the page. */
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

  // Live counts give new zones all the time; only another tree is a reason to sort the runs anew.
  const shape = JSON.stringify(zones.map(({ id, parent_id, name }) => [id, parent_id, name]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the zones
  const tree = useMemo(() => zones, [shape]);
  const { open, toggle } = useOpenZones(tree, undefined);
  const byZone = useMemo(() => runsByZone(runs, tree), [runs, tree]);
  const rows = useMemo<TimelineZone[]>(() => {
    const nodes = visibleNodes(zones, open, '');
    const roots = nodes.filter((node) => node.level === 1);
    const terminals = (list: typeof nodes) =>
      list.reduce((sum, { zone }) => sum + zone.online + zone.offline, 0);
    // A single zone above all says the same, unless terminals stand in no zone.
    const isNeeded = roots.length !== 1 || runs.some((run) => run.org.length === 0);
    const everywhere: TimelineZone[] = [
      {
        id: EVERYWHERE,
        name: t('schedule.everywhere'),
        level: 1,
        terminals: terminals(roots),
        hasChildren: false,
        isOpen: false,
      },
    ];
    return [
      ...(isNeeded ? everywhere : []),
      ...nodes.map(({ zone, level, hasChildren, isOpen }) => ({
        id: zone.id,
        name: zone.name,
        level,
        terminals: zone.online + zone.offline,
        hasChildren,
        isOpen,
      })),
    ];
  }, [zones, open, runs, t]);
  const pieces = useMemo(() => {
    const known = new Map<number, readonly Piece[]>();
    return (zone: number): readonly Piece[] => {
      let list = known.get(zone);
      if (list === undefined) {
        const within = zone === EVERYWHERE ? null : subtree(tree, zone);
        list = piecesOf(byZone.get(zone) ?? noRuns, within);
        known.set(zone, list);
      }
      return list;
    };
  }, [byZone, tree]);
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
    return text.slice(11) === '00:00:00' ? text.slice(5, 10) : text.slice(11, 16);
  };
  const isNowSeen = now > window.from && now < window.to;

  /** Arrow keys walk over the bars: left and right within a zone, up and down to the nearest one of the next. */
  const onKeyDown = (event: KeyboardEvent) => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !scroller.current?.contains(active)) return;
    const all = [...scroller.current.querySelectorAll<HTMLElement>('[data-bar]')];
    const from = active.dataset.bar === undefined ? undefined : active;
    const go = (to: HTMLElement | undefined) => {
      to?.focus();
      event.preventDefault();
    };
    const lane = from?.closest('[data-lanes]');
    const mine = all.filter((one) => one.closest('[data-lanes]') === lane).sort(byPlace);
    if (from === undefined) {
      if (event.key === 'ArrowRight' || event.key === 'ArrowDown') go(all[0]);
    } else if (event.key === 'ArrowRight') go(mine[mine.indexOf(from) + 1]);
    else if (event.key === 'ArrowLeft') go(mine[mine.indexOf(from) - 1]);
    else if (event.key === 'Home') go(mine[0]);
    else if (event.key === 'End') go(mine.at(-1));
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const lanes = [...scroller.current.querySelectorAll('[data-lanes]')];
      const next =
        event.key === 'ArrowDown'
          ? lanes.slice(lanes.indexOf(lane as Element) + 1)
          : lanes.slice(0, Math.max(0, lanes.indexOf(lane as Element))).reverse();
      const filled = next.find((one) => one.querySelector('[data-bar]') !== null);
      const there = all.filter((one) => one.closest('[data-lanes]') === filled);
      go(
        there.sort(
          (a, b) => Math.abs(a.offsetLeft - from.offsetLeft) - Math.abs(b.offsetLeft - from.offsetLeft),
        )[0],
      );
    }
  };
  const onToggle = useCallback((zone: number) => toggle(zone), [toggle]);
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
              <span key={at} className={s.tick} style={{ left: x(at) }}>
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
        onKeyDown={onKeyDown}
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
                <div key={zone.id} className={s.row} style={{ transform: `translateY(${item.start}px)` }}>
                  <TimelineRow
                    zone={zone}
                    pieces={pieces(zone.id)}
                    window={window}
                    width={width}
                    chosen={props.chosen}
                    onOpen={props.onOpen}
                    onToggle={onToggle}
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

function byPlace(a: HTMLElement, b: HTMLElement): number {
  return a.offsetLeft - b.offsetLeft || a.offsetTop - b.offsetTop;
}
