import { Button, mergeClasses } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { TFunction } from 'i18next';
import { memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { NameText } from '../../../kit/layout/NameText.tsx';
import { FaultGlyph } from '../../../kit/status/Glyph.tsx';
import { type Bar, barsOf, heapLabels, labelPlace, shadeOf, textWidth } from './bars.ts';
import { pieceText } from './pieceText.ts';
import { useRowStyles } from './rowStyles.ts';
import type { Span } from './scale.ts';
import { neverHeard, type Piece } from './zoneRuns.ts';

export interface TimelineZone {
  id: number;
  name: string;
  /** 1 for a root. */
  level: number;
  terminals: number;
  hasChildren: boolean;
  isOpen: boolean;
}

const INDENT = 16;

/** Row of one zone in the timeline: sounding runs in the upper lane, held-back ones in the lower lane. */
export const TimelineRow = memo(function TimelineRow(props: {
  zone: TimelineZone;
  pieces: readonly Piece[];
  window: Span;
  width: number;
  /** Task whose panel is open. */
  chosen: number | undefined;
  onOpen: (task: number) => void;
  onToggle: (zone: number) => void;
}) {
  const s = useRowStyles();
  const { t } = useTranslation();
  const { zone, pieces, window, width } = props;
  const upper = useMemo(
    () =>
      barsOf(
        pieces.filter((piece) => piece.kind === 'sounds'),
        window,
        width,
      ),
    [pieces, window, width],
  );
  const lower = useMemo(
    () =>
      barsOf(
        pieces.filter((piece) => piece.kind !== 'sounds'),
        window,
        width,
      ),
    [pieces, window, width],
  );
  const heaps = useMemo(
    () => heapLabels(lower, width, (bar) => textWidth(wordsOf(bar, t)) + 26),
    [lower, width, t],
  );
  const never = useMemo(() => neverHeard(pieces), [pieces]);
  const draw = (bar: Bar, index: number, lane: 'upper' | 'lower') => (
    <BarView
      key={`${lane}${bar.piece.run.key}/${index}`}
      bar={bar}
      lane={lane}
      zone={zone.name}
      isChosen={bar.piece.run.task_id === props.chosen}
      onOpen={props.onOpen}
    />
  );
  return (
    <>
      <div className={s.zone} style={{ paddingLeft: 4 + (zone.level - 1) * INDENT }}>
        {zone.hasChildren ? (
          <Button
            appearance="transparent"
            size="small"
            className={s.chevron}
            icon={zone.isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
            aria-expanded={zone.isOpen}
            aria-label={zone.name}
            title={zone.name}
            onClick={() => props.onToggle(zone.id)}
          />
        ) : (
          <span style={{ width: 24, flexShrink: 0 }} />
        )}
        <span className={mergeClasses(s.zoneName, zone.hasChildren && s.zoneTop)}>
          <NameText name={zone.name} />
        </span>
        {never > 0 && (
          <span className={s.zoneFault} title={t('schedule.neverIn', { runs: never })}>
            <FaultGlyph size={12} />
            {never}
          </span>
        )}
        <span className={s.zoneCount}>{zone.terminals.toLocaleString('en-US')}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form */}
      <div className={s.lanes} role="group" aria-label={zone.name} data-lanes={zone.id}>
        {upper.map((bar, index) => draw(bar, index, 'upper'))}
        {lower.map((bar, index) => draw(bar, index, 'lower'))}
        {heaps.map(({ bar, x }) => (
          <Behind key={bar.piece.run.key} x={x} isLow isFault={bar.piece.kind === 'never'}>
            {wordsOf(bar, t)}
          </Behind>
        ))}
      </div>
    </>
  );
});

function BarView(props: {
  bar: Bar;
  lane: 'upper' | 'lower';
  zone: string;
  isChosen: boolean;
  onOpen: (task: number) => void;
}) {
  const s = useRowStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { bar, lane } = props;
  const { run, kind } = bar.piece;
  const words = wordsOf(bar, t);
  const title = pieceText(bar.piece, bar.count, clock.timeZone(), t);
  const place = lane === 'lower' ? 'none' : labelPlace(bar, words);
  const shade = [s.shade0, s.shade1, s.shade2, s.shade3][shadeOf(run.priority)];
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-bar={run.task_id}
        data-kind={kind}
        className={mergeClasses(
          s.piece,
          kind === 'sounds' && mergeClasses(s.sounds, shade),
          kind === 'held' && s.held,
          kind === 'never' && s.never,
          bar.width < 24 && s.slim,
          run.end === null && kind === 'sounds' && s.open,
          props.isChosen && s.chosen,
        )}
        style={{ left: bar.x, width: bar.width }}
        aria-label={title}
        title={title}
        onClick={() => props.onOpen(run.task_id)}
      >
        {place === 'in' && <NameText name={words} title={title} />}
      </button>
      {place === 'behind' && <Behind x={bar.x + bar.width}>{words}</Behind>}
    </>
  );
}

/** Label in or behind a bar. */
function wordsOf({ piece, count }: Bar, t: TFunction): string {
  const name =
    count > 1 ? t('schedule.andOthers', { name: piece.run.name, others: count - 1 }) : piece.run.name;
  if (piece.kind === 'never') return t('schedule.neverHeard', { name });
  return piece.kind === 'held' ? t('schedule.under', { name: piece.by }) : name;
}

/** Label behind a bar; hidden from screen readers, which read the bar itself. */
function Behind(props: { x: number; isLow?: boolean; isFault?: boolean; children: ReactNode }) {
  const s = useRowStyles();
  return (
    <span
      aria-hidden="true"
      className={mergeClasses(
        s.behind,
        props.isLow ? s.behindLow : s.behindTop,
        props.isFault && s.behindFault,
      )}
      style={{ left: props.x + 5 }}
    >
      {props.isFault && <FaultGlyph size={12} />}
      {props.children}
    </span>
  );
}
