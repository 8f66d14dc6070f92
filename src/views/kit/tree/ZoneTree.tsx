import { Input } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVirtualRows } from '../rows/useVirtualRows.ts';
import { useTreeStyles } from './treeStyles.ts';
import { useOpenZones } from './useOpenZones.ts';
import { useTreeDrag, type ZoneDrag } from './useTreeDrag.ts';
import { useTreeKeys } from './useTreeKeys.ts';
import { useTreeMarks, type ZoneMarks } from './useTreeMarks.ts';
import { ZoneRow } from './ZoneRow.tsx';
import { allAbove, visibleNodes, type Zone } from './zones.ts';

/** Height of a row, px. */
const rowHeight = 28;

interface Props {
  zones: readonly Zone[];
  /**
   * Open faults of each zone that has any. They take the place of the number of offline terminals, which are faults
   * as well.
   */
  faults?: ReadonlyMap<number, number> | undefined;
  selected: number | undefined;
  onSelect: (id: number | undefined) => void;
  /** Makes the rows tickable: the ids that are ticked, and the function that toggles one. */
  checked?: ReadonlySet<number>;
  onCheck?: (id: number) => void;
  /** Zones that are shown but cannot be chosen here. */
  isOff?: (id: number) => boolean;
  /** Allows marking several zones, with Ctrl and Shift, beside the selected one. */
  marks?: ZoneMarks;
  /** Allows moving zones onto others: by dragging, or by cut and paste on the keyboard. */
  drag?: ZoneDrag;
  /** Beside the filter, e.g. a menu. */
  tools?: ReactNode;
  /** Shown when there is no zone at all. */
  empty?: ReactNode;
}

/**
 * Tree of the zones with their terminals online, and their faults or terminals offline. Filters, expands and collapses, and works by
 * keyboard as an ARIA tree; only visible rows are rendered, so that it holds thousands of zones.
 *
 * No library: each that was tried lacks some of this, or is slower (docs/decisions/0122-trees-ordering-and-playlists.md).
 */
export function ZoneTree(props: Props) {
  const s = useTreeStyles();
  const { t } = useTranslation();
  const { zones, selected } = props;
  const [filter, setFilter] = useState('');
  const { open, toggle } = useOpenZones(zones, selected, 0, props.checked);
  const nodes = useMemo(() => visibleNodes(zones, open, filter), [zones, open, filter]);
  const withChecked = useMemo(() => allAbove(zones, props.checked ?? []), [zones, props.checked]);
  const prefix = useId();
  const isOff = (id: number) => props.isOff?.(id) === true;
  const select = (id: number) => !isOff(id) && props.onSelect(id);
  const marks = useTreeMarks(nodes, props.marks, selected, select);
  const drag = useTreeDrag(props.drag, marks.with, (n) => t('kit.dragging', { zones: n }));
  const keys = useTreeKeys(nodes, selected, {
    toggle,
    select: (id) => {
      marks.clear(id);
      select(id);
    },
    marks,
    check: props.onCheck,
    carry: {
      ...drag.carry,
      cut: (id) => zones.find((zone) => zone.id === id)?.parent_id !== null && drag.carry.cut(id),
    },
  });
  const virtual = useVirtualRows(nodes.length, rowHeight, { key: keys.active, index: keys.at });
  const moved = drag.carried.length > 0 ? drag.carried : drag.dragged;
  const nameOf = ([first, ...more]: readonly number[]) =>
    more.length > 0
      ? t('kit.zoneCount', { zones: more.length + 1 })
      : (zones.find((zone) => zone.id === first)?.name ?? '');
  const { faults } = props;
  const amberOf = (zone: Zone) => (faults === undefined ? zone.offline : (faults.get(zone.id) ?? 0));
  const hasAmber = zones.some((zone) => amberOf(zone) > 0);
  const hasBehind = zones.some((zone) => zone.behind_relay > 0);
  return (
    <div className={s.root}>
      <div className={s.bar}>
        <Input
          className={s.filter}
          size="small"
          type="search"
          contentBefore={<SearchRegular />}
          placeholder={t('kit.filterZones')}
          aria-label={t('kit.filterZones')}
          value={filter}
          onChange={(_, data) => setFilter(data.value)}
        />
        {props.tools}
      </div>
      <div className={s.head} aria-hidden="true">
        <span className={s.headName}>{t('kit.zones')}</span>
        <span className={s.count}>{t('codes.onlineState.online')}</span>
        {hasBehind && <span className={s.offline}>{t('status.behind_relay')}</span>}
        {hasAmber && (
          <span className={s.offline}>
            {t(faults === undefined ? 'codes.onlineState.offline' : 'kit.zoneFaults')}
          </span>
        )}
      </div>
      {props.drag !== undefined && (
        <div className={drag.carried.length === 0 ? s.unseen : s.carrying} role="status">
          {drag.carried.length > 0 && t('kit.carrying', { name: nameOf(drag.carried) })}
        </div>
      )}
      {zones.length === 0 && props.empty}
      {zones.length > 0 && nodes.length === 0 && (
        <div className={s.none}>{t('kit.noZone', { filter: filter.trim() })}</div>
      )}
      <div
        ref={virtual.scroller}
        className={s.scroller}
        role="tree"
        aria-label={t('kit.zones')}
        aria-multiselectable={props.checked !== undefined || props.marks !== undefined}
        tabIndex={nodes.length === 0 ? -1 : 0}
        onKeyDown={keys.onKeyDown}
        {...(keys.active === undefined ? {} : { 'aria-activedescendant': `${prefix}${keys.active}` })}
      >
        <div role="presentation" style={{ height: virtual.height, position: 'relative' }}>
          {virtual.rows.map((item) => {
            const node = nodes[item.index];
            if (node === undefined) return null;
            return (
              <ZoneRow
                key={node.zone.id}
                id={`${prefix}${node.zone.id}`}
                node={node}
                top={item.start}
                isSelected={marks.isMarked(node.zone.id)}
                isActive={node.zone.id === keys.active}
                isChecked={
                  props.checked?.has(node.zone.id) === false && withChecked.has(node.zone.id)
                    ? 'mixed'
                    : props.checked?.has(node.zone.id)
                }
                isOff={isOff(node.zone.id)}
                isDropTarget={drag.over === node.zone.id}
                isCarried={moved.includes(node.zone.id)}
                dragProps={drag.propsOf(node.zone)}
                behind={hasBehind ? node.zone.behind_relay : undefined}
                amber={hasAmber ? amberOf(node.zone) : undefined}
                onToggle={() => toggle(node.zone.id)}
                onSelect={(event) => {
                  const { id } = node.zone;
                  keys.setActive(id);
                  if (isOff(id)) return;
                  if (event.shiftKey && marks.extend(id)) return;
                  if ((event.ctrlKey || event.metaKey) && marks.toggle(id)) return;
                  const had = marks.clear(id);
                  if (props.onCheck !== undefined) props.onCheck(id);
                  else props.onSelect(id === selected && !had ? undefined : id);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
