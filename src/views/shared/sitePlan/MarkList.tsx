import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, useRef } from 'react';
import { NameText } from '../../kit/layout/NameText.tsx';
import { useVirtualRows } from '../../kit/rows/useVirtualRows.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { target, tokens } from '../../theme/tokens.ts';
import { MARK_DATA } from './PlanSurface.tsx';
import type { MarkState } from './planState.ts';

/** Height of a row, px. */
const ROW = 32;

const useStyles = makeStyles({
  root: { position: 'relative', flexGrow: 1, minHeight: 0, overflowY: 'auto', outlineOffset: '-2px' },
  inner: { position: 'relative' },
  row: {
    position: 'absolute',
    left: 0,
    right: 0,
    height: target(ROW),
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '0 12px',
    cursor: 'pointer',
    '&:hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
  name: { flexGrow: 1, flexBasis: 0, minWidth: 0, whiteSpace: 'nowrap' },
});

/**
 * List of the marks of a plan: the equivalent of the picture for keyboard and screen reader. Arrow keys choose, Enter
 * opens.
 */
export function MarkList(props: {
  label: string;
  states: readonly MarkState[];
  chosen: string | undefined;
  /** Marks that are ticked, where several can be; absent: the chosen one. */
  selected?: ReadonlySet<string>;
  onChoose: (key: string) => void;
  onOpen?: (key: string) => void;
  onKey?: (event: KeyboardEvent) => boolean;
  /** Rows can be dragged onto a plan. */
  isDraggable?: boolean;
}) {
  const s = useStyles();
  const { states, chosen } = props;
  const index = states.findIndex(({ key }) => key === chosen);
  const { scroller, rows, height } = useVirtualRows(states.length, ROW, { key: chosen, index });
  const prefix = useRef(`marks-${Math.random().toString(36).slice(2)}`).current;
  const onKeyDown = (event: KeyboardEvent) => {
    const last = states.length - 1;
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
    if (props.onKey?.(event) === true) event.preventDefault();
    else if (event.key === 'Enter' && chosen !== undefined) {
      props.onOpen?.(chosen);
      event.preventDefault();
    } else if (to !== undefined) {
      const state = states[Math.min(last, Math.max(0, to))];
      if (state !== undefined) props.onChoose(state.key);
      event.preventDefault();
    }
  };
  return (
    <div
      ref={scroller}
      className={s.root}
      role="listbox"
      aria-multiselectable={props.selected !== undefined}
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={index < 0 ? undefined : `${prefix}-${index}`}
      onKeyDown={onKeyDown}
    >
      <div className={s.inner} style={{ height }} role="presentation">
        {rows.map(({ index: i, start }) => {
          const state = states[i];
          if (state === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
            <div
              key={state.key}
              id={`${prefix}-${i}`}
              role="option"
              aria-selected={props.selected?.has(state.key) ?? state.key === chosen}
              aria-setsize={states.length}
              aria-posinset={i + 1}
              className={mergeClasses(s.row, state.key === chosen && s.chosen)}
              style={{ transform: `translateY(${start}px)` }}
              draggable={props.isDraggable === true}
              onDragStart={(event) => event.dataTransfer.setData(MARK_DATA, state.key)}
              onClick={() => {
                props.onChoose(state.key);
                props.onOpen?.(state.key);
              }}
            >
              {props.selected !== undefined && (
                <Glyph name={props.selected.has(state.key) ? 'checkmark' : 'circle'} />
              )}
              <span className={s.name}>
                <NameText name={state.name} />
              </span>
              <StatusChip status={state.status} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
