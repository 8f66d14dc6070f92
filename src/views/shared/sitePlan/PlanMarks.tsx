import { mergeClasses } from '@fluentui/react-components';
import { memo } from 'react';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { statuses, type Tone } from '../../kit/status/status.ts';
import { type MarkState, toneOf } from './planState.ts';
import { usePlanStyles } from './planStyles.ts';

/** Place of a mark in percent of the plan, so that zooming moves it without drawing it again. */
const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

const Mark = memo(function Mark(props: {
  state: MarkState;
  x: number;
  y: number;
  isSelected: boolean;
  classes: string;
}) {
  const { state, x, y } = props;
  return (
    <span
      className={props.classes}
      style={{ left: percent(x), top: percent(y) }}
      title={state.name}
      data-mark={state.key}
      data-status={state.status}
      data-tone={toneOf(state.status)}
      {...(props.isSelected ? { 'data-selected': '' } : {})}
    >
      <Glyph name={statuses[state.status].glyph} />
    </span>
  );
});

/** Marks of a plan: grey, except for what is abnormal. */
export function PlanMarks(props: { states: Iterable<MarkState>; selected: ReadonlySet<string> }) {
  const s = usePlanStyles();
  const tones: Record<Tone, string | undefined> = {
    grey: undefined,
    strong: s.toneStrong,
    fault: s.toneFault,
    faultOutline: s.toneFaultOutline,
    alarm: s.toneAlarm,
    alarmOutline: s.toneAlarmOutline,
  };
  return [...props.states].map((state) => {
    const isSelected = props.selected.has(state.key);
    return (
      <Mark
        key={state.key}
        state={state}
        x={state.mark.x}
        y={state.mark.y}
        isSelected={isSelected}
        classes={mergeClasses(
          s.mark,
          state.mark.kind === 'line' && s.line,
          tones[toneOf(state.status)],
          isSelected && s.selected,
        )}
      />
    );
  });
}
