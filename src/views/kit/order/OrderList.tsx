import { Button, Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular, ReOrderDotsVerticalRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { NameText } from '../layout/NameText.tsx';
import { useDragOrder } from './useDragOrder.ts';

const useStyles = makeStyles({
  root: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', minHeight: 0 },
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    height: '32px',
    padding: '0 4px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-within': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  current: { fontWeight: tokens.fontWeightSemibold },
  dragged: { opacity: 0.5 },
  before: { boxShadow: `inset 0 2px 0 ${tokens.colorCompoundBrandStroke}` },
  after: { boxShadow: `inset 0 -2px 0 ${tokens.colorCompoundBrandStroke}` },
  handle: { cursor: 'grab', touchAction: 'none', color: tokens.colorNeutralForeground3, minWidth: '24px' },
  fixed: { width: '24px', flexShrink: 0 },
  lead: { display: 'flex', justifyContent: 'center', width: '24px', flexShrink: 0 },
  number: { textAlign: 'right', color: tokens.colorNeutralForeground3, minWidth: '20px', flexShrink: 0 },
  name: { flexGrow: 1, flexBasis: 0, minWidth: 0, whiteSpace: 'nowrap' },
  link: { maxWidth: '100%' },
  detail: { flexShrink: 0, color: tokens.colorNeutralForeground3, paddingLeft: '8px' },
  hidden: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
});

export interface OrderItem {
  key: string | number;
  name: string;
  detail?: ReactNode;
  /** Replaces the number, e.g. by the glyph of the playing item. */
  lead?: ReactNode;
  isCurrent?: boolean;
}

/**
 * An ordered list. Rows are moved by the handle with the pointer, or with Alt and an arrow key; Delete
 * removes, the arrow keys move the focus. Without `onMove` or `onRemove` the action is not offered;
 * `keepReason` says why a row cannot be removed.
 */
export function OrderList(props: {
  label: string;
  items: readonly OrderItem[];
  onMove?: ((from: number, to: number) => void) | undefined;
  onRemove?: ((index: number) => void) | undefined;
  /** Turns the names into buttons. */
  onOpen?: (index: number) => void;
  keepReason?: string | undefined;
  /** Further buttons of a row; they take `tabIndex`. */
  tools?: (index: number, tabIndex: number) => ReactNode;
  className?: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { items, onMove, onRemove, keepReason } = props;
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const shouldFocus = useRef(false);
  const at = Math.min(active, items.length - 1);
  const focus = (index: number) => {
    shouldFocus.current = true;
    setActive(Math.max(0, Math.min(index, items.length - 1)));
  };
  const move = (from: number, to: number) => {
    if (onMove === undefined || to < 0 || to >= items.length || from === to) return;
    onMove(from, to);
    setAnnouncement(t('kit.moved', { name: items[from]?.name ?? '', place: to + 1, total: items.length }));
    focus(to);
  };
  const remove = (index: number) => {
    if (onRemove === undefined || keepReason !== undefined) return;
    onRemove(index);
    focus(Math.min(index, items.length - 2));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a move the row stands elsewhere, so any new list counts
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    list.current?.querySelectorAll<HTMLElement>('[data-order-focus]')[at]?.focus();
  }, [at, items]);
  const { drag, handlers, cancel } = useDragOrder(JSON.stringify(items.map(({ key }) => key)), move);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step !== 0 && event.altKey) move(index, index + step);
    else if (step !== 0) focus(index + step);
    else if (event.key === 'Home') event.altKey ? move(index, 0) : focus(0);
    else if (event.key === 'End') event.altKey ? move(index, items.length - 1) : focus(items.length - 1);
    else if (event.key === 'Delete') remove(index);
    else if (event.key === 'Escape' && drag !== null) cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const mark = (index: number) => {
    if (drag === null || drag.to !== index || drag.from === index) return undefined;
    return drag.to < drag.from ? s.before : s.after;
  };
  return (
    <>
      <ul
        ref={list}
        className={mergeClasses(s.root, props.className)}
        aria-label={props.label}
        data-order-list
      >
        {items.map((item, index) => {
          const tabIndex = index === at ? 0 : -1;
          return (
            <li
              key={item.key}
              className={mergeClasses(
                s.row,
                item.isCurrent && s.current,
                drag?.from === index && s.dragged,
                mark(index),
              )}
              {...(item.isCurrent === true ? { 'aria-current': true } : {})}
              onKeyDown={(event) => onKeyDown(event, index)}
              onFocus={() => setActive(index)}
            >
              {onMove === undefined ? (
                <span className={s.fixed} />
              ) : (
                <Button
                  appearance="transparent"
                  size="small"
                  className={s.handle}
                  icon={<ReOrderDotsVerticalRegular />}
                  tabIndex={tabIndex}
                  data-order-focus
                  aria-label={t('kit.moveItem', { name: item.name })}
                  title={t(onRemove === undefined ? 'kit.moveHint' : 'kit.moveRemoveHint')}
                  {...handlers(index)}
                />
              )}
              {item.lead === undefined ? (
                <span className={s.number}>{index + 1}</span>
              ) : (
                <span className={s.lead}>{item.lead}</span>
              )}
              {props.onOpen === undefined ? (
                <span className={s.name}>
                  <NameText name={item.name} />
                </span>
              ) : (
                <span className={s.name}>
                  <Link
                    as="button"
                    tabIndex={tabIndex}
                    className={s.link}
                    onClick={() => props.onOpen?.(index)}
                  >
                    <NameText name={item.name} />
                  </Link>
                </span>
              )}
              {item.detail !== undefined && <span className={s.detail}>{item.detail}</span>}
              {props.tools?.(index, tabIndex)}
              {onRemove !== undefined && (
                <Button
                  appearance="transparent"
                  size="small"
                  icon={<DismissRegular />}
                  tabIndex={tabIndex}
                  disabledFocusable={keepReason !== undefined}
                  aria-label={t('kit.removeItem', { name: item.name })}
                  title={keepReason ?? t('common.remove')}
                  onClick={() => remove(index)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <span className={s.hidden} aria-live="polite">
        {announcement}
      </span>
    </>
  );
}
