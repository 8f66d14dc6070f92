import { mergeClasses } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../kit/Glyph.tsx';
import { treeKey } from './treeKeys.ts';
import type { ZoneTree } from './zoneTree.ts';
import { visibleZones } from './zoneTree.ts';
import { useZoneTreeStyles } from './zoneTreeStyles.ts';

const rowHeight = 28;
const indent = 14;

export interface ZoneTreeViewProps {
  tree: ZoneTree;
  /** Text that narrows the tree to what holds it. */
  filter?: string;
  chosen: number | undefined;
  onChoose: (id: number) => void;
  label: string;
  /** Shows how many terminals are online and offline. */
  counts?: boolean;
  /** Zones that cannot be chosen here. */
  isOff?: (id: number) => boolean;
  /** Zones can be dragged onto others that `canDrop` allows. */
  canDrop?: (moved: number, to: number) => boolean;
  onDrop?: (moved: number, to: number) => void;
  /** F2, Delete and the like on the active zone. */
  onKey?: (key: string, id: number) => boolean;
}

/** The zone tree, drawn only where it is seen: ten thousand zones cost as much as thirty. */
export function ZoneTreeView(props: ZoneTreeViewProps) {
  const s = useZoneTreeStyles();
  const { t } = useTranslation();
  const { tree, chosen } = props;
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(tree.roots.map(({ zone }) => zone.id)));
  const [active, setActive] = useState<number | undefined>(chosen);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const rows = useMemo(() => visibleZones(tree, open, props.filter ?? ''), [tree, open, props.filter]);
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ node }) => node.zone.id === (active ?? chosen)),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });

  const setOpened = (zone: number, isOpen: boolean) =>
    setOpen((old) => {
      const next = new Set(old);
      if (isOpen) next.add(zone);
      else next.delete(zone);
      return next;
    });
  const hasRoots = tree.roots.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: live counts make a new tree; what was closed by hand stays closed
  useEffect(() => {
    if (!hasRoots) return;
    // What is chosen is to be seen: open what leads to it, and in a new tree its top.
    const path = chosen === undefined ? [] : tree.path(chosen).slice(0, -1);
    const wanted = [...tree.roots.map(({ zone }) => zone.id), ...path.map((zone) => zone.id)];
    setOpen((old) => (wanted.every((one) => old.has(one)) ? old : new Set([...old, ...wanted])));
  }, [chosen, hasRoots]);

  const choose = (zone: number) => {
    setActive(zone);
    if (props.isOff?.(zone) !== true) props.onChoose(zone);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = rows[activeIndex];
    if (row === undefined) return;
    const step = treeKey(event.key, rows, activeIndex);
    if (step === null) {
      if (props.onKey?.(event.key, row.node.zone.id) === true) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (step.kind === 'choose') choose(row.node.zone.id);
    else if (step.kind === 'open') setOpened(row.node.zone.id, step.open);
    else {
      setActive(rows[step.index]?.node.zone.id);
      virtual.scrollToIndex(step.index);
    }
  };
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== null && props.canDrop?.(dragged, to) === true) props.onDrop?.(dragged, to);
    setOver(null);
  };

  return (
    <div className={s.root}>
      {props.counts === true && (
        <div className={s.head} aria-hidden="true">
          <span className={s.name}>{t('zones.zone')}</span>
          <span className={s.count}>{t('codes.onlineState.online')}</span>
          <span style={{ width: 46, textAlign: 'right' }}>{t('codes.onlineState.offline')}</span>
        </div>
      )}
      <div ref={scroll} className={s.scroll}>
        <div
          role="tree"
          aria-label={props.label}
          tabIndex={0}
          className={s.tree}
          style={{ height: virtual.getTotalSize() }}
          aria-activedescendant={rows.length === 0 ? undefined : `${id}-${activeIndex}`}
          onKeyDown={onKeyDown}
          data-testid="zone-tree"
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const { zone, depth, children } = row.node;
            const isChosen = zone.id === chosen;
            const name = props.counts
              ? t('zones.rowLabel', { name: zone.name, online: zone.online, offline: zone.offline })
              : zone.name;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row
              <div
                key={zone.id}
                id={`${id}-${item.index}`}
                role="treeitem"
                aria-level={depth + 1}
                aria-selected={isChosen}
                aria-label={name}
                {...(children.length > 0 ? { 'aria-expanded': row.isOpen } : {})}
                {...(props.isOff?.(zone.id) === true ? { 'aria-disabled': true } : {})}
                {...(item.index === activeIndex ? { 'data-active': '' } : {})}
                data-zone={zone.id}
                className={mergeClasses(
                  s.row,
                  isChosen && s.chosen,
                  props.isOff?.(zone.id) === true && s.off,
                  over === zone.id && s.dropTarget,
                )}
                style={{ top: item.start, paddingLeft: depth * indent }}
                onClick={() => choose(zone.id)}
                onDoubleClick={() => setOpened(zone.id, !row.isOpen)}
                draggable={props.onDrop !== undefined && zone.parent_id !== null}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', zone.name);
                  event.dataTransfer.effectAllowed = 'move';
                  setDragged(zone.id);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
                onDragOver={(event) => {
                  if (dragged === null || props.canDrop?.(dragged, zone.id) !== true) return;
                  event.preventDefault();
                  setOver(zone.id);
                }}
                onDragLeave={() => setOver((old) => (old === zone.id ? null : old))}
                onDrop={(event) => drop(event, zone.id)}
              >
                {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same */}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys do the same */}
                <span
                  className={s.toggle}
                  onClick={(event) => {
                    if (children.length === 0) return;
                    event.stopPropagation();
                    setOpened(zone.id, !row.isOpen);
                  }}
                >
                  {children.length > 0 && (row.isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />)}
                </span>
                <span className={s.name} title={zone.name}>
                  {zone.name}
                </span>
                {props.counts === true && (
                  <>
                    <span className={mergeClasses(s.count, isChosen && s.chosenCount)}>
                      {zone.online.toLocaleString('en-US')}
                    </span>
                    <span className={s.offline}>
                      {zone.offline > 0 && (
                        <>
                          <Glyph name="warning" size={14} />
                          {zone.offline.toLocaleString('en-US')}
                        </>
                      )}
                    </span>
                  </>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
