import { Button, mergeClasses } from '@fluentui/react-components';
import { AddRegular, SubtractRegular, ZoomFitRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import { useMode } from '../../theme/ThemeProvider.tsx';
import { usePlanStyles } from './planStyles.ts';
import { usePan, ZOOM_STEP } from './usePan.ts';
import { usePlanPicture } from './useSitePlans.ts';

/** Place on a plan, as shares of its width and height. */
export interface Place {
  x: number;
  y: number;
}

/** Type of the data of a mark that is dragged from a list. */
export const MARK_DATA = 'application/x-plan-mark';

/** Shape of a plan without a picture. */
const EMPTY_RATIO = 1.5;
/** Width of a plan by its height. */
export const ratioOf = ({
  picture,
  width,
  height,
}: Pick<SitePlan, 'picture' | 'width' | 'height'>): number =>
  picture === null ? EMPTY_RATIO : width / height;
/** Shift of the plan by an arrow key, px. */
const SHIFT = 60;

/**
 * A plan that is zoomed by wheel, buttons, + and -, and moved by dragging or arrow keys. What lies on it is given as
 * children, at places in percent. `onKey`: keys before those of the plan; true: used.
 */
export function PlanSurface(props: {
  plan: Pick<SitePlan, 'id' | 'picture' | 'width' | 'height' | 'name'>;
  label: string;
  children: ReactNode;
  /** Above the plan, not zoomed. */
  over?: ReactNode;
  /** Called with the key of the mark or the zone that was pressed, or neither. */
  onPress?: (pressed: { mark?: string; zone?: number; at: Place }) => void;
  /** Marks are moved by dragging; `isEnd` when the pointer is released. */
  onDrag?: (mark: string, at: Place, isEnd: boolean) => void;
  onKey?: (event: KeyboardEvent) => boolean;
  /** Called with the key of a mark that is dropped from a list (`MARK_DATA`). */
  onDropped?: (mark: string, at: Place) => void;
  /** For display only: no buttons, no keys. */
  isStill?: boolean;
}) {
  const s = usePlanStyles();
  const { t } = useTranslation();
  const { plan, onPress, onDrag, onKey, onDropped, isStill = false } = props;
  const frame = useRef<HTMLElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const { view, zoom, reset, shift, pan } = usePan(frame, isStill);
  const isDark = useMode() === 'dark';
  const url = usePlanPicture(plan);
  const ratio = ratioOf(plan);
  /** The last press was the end of dragging. */
  const wasDrag = useRef(false);
  const pressed = useRef<{ x: number; y: number; mark: string | undefined; isDrag: boolean } | null>(null);

  function placeOf(event: { clientX: number; clientY: number }): Place {
    const box = layer.current?.getBoundingClientRect();
    const share = (at: number, from: number, size: number) =>
      size === 0 ? 0 : Math.min(1, Math.max(0, (at - from) / size));
    return {
      x: share(event.clientX, box?.left ?? 0, box?.width ?? 0),
      y: share(event.clientY, box?.top ?? 0, box?.height ?? 0),
    };
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
    const mark = (event.target as Element).closest<HTMLElement>('[data-mark]')?.dataset.mark;
    pressed.current = { x: event.clientX, y: event.clientY, mark, isDrag: false };
    if (mark === undefined || onDrag === undefined) pan.begin(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = pressed.current;
    if (from === null) return;
    if (!from.isDrag && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4) return;
    if (!from.isDrag) {
      from.isDrag = true;
      // From here on the pointer may leave the frame.
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    if (from.mark !== undefined && onDrag !== undefined) onDrag(from.mark, placeOf(event), false);
    else pan.move(event);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const from = pressed.current;
    pan.end();
    pressed.current = null;
    wasDrag.current = from?.isDrag === true;
    if (from?.isDrag === true && from.mark !== undefined) onDrag?.(from.mark, placeOf(event), true);
  };
  // Not when the pointer is released: a card that opens then is closed by the click that follows.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const element = event.target as Element;
    if (wasDrag.current || element.closest('button') !== null) return;
    const mark = element.closest<HTMLElement>('[data-mark]')?.dataset.mark;
    const zone = element.closest('[data-zone]')?.getAttribute('data-zone');
    onPress?.({
      ...(mark === undefined ? {} : { mark }),
      ...(zone == null ? {} : { zone: Number(zone) }),
      at: placeOf(event),
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [SHIFT, 0],
      ArrowRight: [-SHIFT, 0],
      ArrowUp: [0, SHIFT],
      ArrowDown: [0, -SHIFT],
    };
    const by = arrows[event.key];
    if (onKey?.(event) === true) event.preventDefault();
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else if (event.key === '0') reset();
    else if (by !== undefined) shift(...by);
    else return;
    event.preventDefault();
  };
  const width = `calc(min(100cqw, 100cqh * ${ratio}) * ${view.zoom})`;
  return (
    <section
      ref={frame}
      className={s.frame}
      aria-label={props.label}
      data-testid="site-plan"
      {...(onDropped === undefined
        ? {}
        : {
            onDragOver: (event) => event.dataTransfer.types.includes(MARK_DATA) && event.preventDefault(),
            onDrop: (event) => {
              event.preventDefault();
              onDropped(event.dataTransfer.getData(MARK_DATA), placeOf(event));
            },
          })}
      {...(isStill ? {} : { tabIndex: 0, onKeyDown, onPointerDown, onPointerMove, onPointerUp, onClick })}
    >
      <div
        ref={layer}
        className={s.layer}
        style={{
          width,
          aspectRatio: String(ratio),
          transform: `translate(calc(-50% + ${view.x}px), calc(-50% + ${view.y}px))`,
        }}
      >
        {url !== null && (
          <img
            src={url}
            alt=""
            draggable={false}
            className={mergeClasses(s.picture, isDark && s.pictureDark)}
          />
        )}
        {props.children}
      </div>
      {!isStill && (
        <div className={s.zoom}>
          <Button
            size="small"
            icon={<AddRegular />}
            aria-label={t('sitePlan.zoomIn')}
            onClick={() => zoom(ZOOM_STEP)}
          />
          <Button
            size="small"
            icon={<SubtractRegular />}
            aria-label={t('sitePlan.zoomOut')}
            onClick={() => zoom(1 / ZOOM_STEP)}
          />
          <Button size="small" icon={<ZoomFitRegular />} aria-label={t('sitePlan.fit')} onClick={reset} />
        </div>
      )}
      {props.over}
    </section>
  );
}
