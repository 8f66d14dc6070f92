import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitter } from '../../../../contract/constants.ts';
import { useStacked } from '../../theme/phone.ts';
import { LIST_PX, lowWindow, tokens } from '../../theme/tokens.ts';
import { StackedPanels } from './StackedPanels.tsx';
import { clampHandle, defaultHandle, handleWidth, maxHandle } from './splitterRules.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    height: '100%',
    minWidth: 0,
    overflow: 'hidden',
    [lowWindow]: { minHeight: `${LIST_PX}px` },
  },
  left: { flexShrink: 0, minWidth: 0, overflow: 'hidden', height: '100%' },
  middle: { flexGrow: 1, minWidth: 0, overflow: 'hidden', height: '100%' },
  handle: {
    flexShrink: 0,
    width: `${handleWidth}px`,
    cursor: 'col-resize',
    touchAction: 'none',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-start',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
    outlineOffset: '-2px',
    '&:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '& > div': {
      width: '4px',
      height: '32px',
      marginLeft: '-2px',
      borderRadius: '2px',
      backgroundColor: tokens.colorNeutralStroke1,
    },
    '&:hover > div': { backgroundColor: tokens.colorNeutralStrokeAccessible },
  },
  dragging: {
    borderLeftColor: tokens.colorCompoundBrandStroke,
    '& > div, &:hover > div': { backgroundColor: tokens.colorCompoundBrandStroke },
  },
});

/**
 * Pointer position in an element, in the element's own px: in a large window they are larger
 * (theme/scale.ts).
 */
function layoutX(event: PointerEvent, element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return ((event.clientX - left) * element.offsetWidth) / width;
}

/**
 * Two panels with a handle that the pointer drags and the arrow keys move. A double click, or Enter on the
 * handle, resets the layout to 20 % − 12 px and 80 %. `name` is the key under which this browser stores the
 * position. In a narrow window the left panel opens over the other one.
 */
export function Splitter(props: { name: string; left: ReactNode; children: ReactNode }) {
  const s = useStyles();
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const key = `splitter.${props.name}`;
  const [position, setPosition] = useState<number | null>(() => Number(localStorage.getItem(key)) || null);
  const [total, setTotal] = useState(0);
  const [dragging, setDragging] = useState(false);
  /** Position in the handle at which the pointer took hold, px. */
  const grab = useRef(0);
  const isStacked = useStacked();
  // biome-ignore lint/correctness/useExhaustiveDependencies: stacked there is no element to observe
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setTotal(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isStacked]);
  const at = clampHandle(position ?? defaultHandle(total), total);
  const move = (to: number) => {
    const next = clampHandle(to, total);
    setPosition(next);
    localStorage.setItem(key, String(next));
  };
  const reset = () => {
    setPosition(null);
    localStorage.removeItem(key);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging || root.current === null) return;
    move(layoutX(event, root.current) - grab.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16;
    if (event.key === 'ArrowLeft') move(at - step);
    else if (event.key === 'ArrowRight') move(at + step);
    else if (event.key === 'Home') move(splitter.minLeftPx);
    else if (event.key === 'End') move(maxHandle(total));
    else if (event.key === 'Enter') reset();
    else return;
    event.preventDefault();
  };
  if (isStacked) return <StackedPanels left={props.left}>{props.children}</StackedPanels>;
  return (
    <div ref={root} className={s.root}>
      <div className={s.left} style={{ width: at }}>
        {props.left}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged or hold its knob */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t('kit.splitter')}
        aria-valuenow={Math.round(at)}
        aria-valuemin={splitter.minLeftPx}
        aria-valuemax={maxHandle(total)}
        tabIndex={0}
        className={mergeClasses(s.handle, dragging && s.dragging)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          if (root.current !== null) grab.current = layoutX(event, root.current) - at;
          setDragging(true);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onDoubleClick={reset}
        onKeyDown={onKeyDown}
      >
        <div />
      </div>
      <div className={s.middle}>{props.children}</div>
    </div>
  );
}
