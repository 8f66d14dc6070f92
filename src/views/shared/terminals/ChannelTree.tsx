import { mergeClasses } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelNode } from '../../../../contract/entities/terminals/channelTree.ts';
import { NameText } from '../../kit/layout/NameText.tsx';
import { useVirtualRows } from '../../kit/rows/useVirtualRows.ts';
import { useTreeStyles } from '../../kit/tree/treeStyles.ts';
import { useTreeKeys } from '../../kit/tree/useTreeKeys.ts';
import type { TreeMarks } from '../../kit/tree/useTreeMarks.ts';
import { channelRows } from './channelRows.ts';

/** Height of a row, px. */
const rowHeight = 28;
/** Indentation of a channel below its capturer, px. */
const indent = 14;

const never = () => false;
/** Channels are chosen one at a time, and moved nowhere. */
const noMarks: TreeMarks = {
  isMarked: never,
  with: (id) => [id],
  clear: never,
  toggle: never,
  extend: never,
  all: never,
};
const noCarry = { cut: never, paste: never, letGo: never };

/**
 * Tree of capturers and their channels, as an ARIA tree with the keys of the zone tree. The capturer of the chosen
 * channel is expanded; so is every capturer while there are few.
 *
 * @param chosen tunnel id of the chosen channel; empty: none
 */
export function ChannelTree(props: {
  tree: readonly ChannelNode[];
  chosen: string;
  onChoose: (tunnelId: string) => void;
}) {
  const s = useTreeStyles();
  const { t } = useTranslation();
  const { tree, chosen, onChoose } = props;
  const prefix = useId();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => channelRows(tree, chosen, toggled), [tree, chosen, toggled]);
  const byNumber = (number: number) => rows.find(({ zone }) => zone.id === number)?.node;
  const toggle = (number: number) => {
    const id = byNumber(number)?.id;
    if (id === undefined) return;
    setToggled((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  };
  const select = (number: number) => {
    const node = byNumber(number);
    if (node?.tunnel === true) onChoose(node.id);
    else toggle(number);
  };
  const at = rows.find(({ node }) => node.id === chosen)?.zone.id;
  const keys = useTreeKeys(rows, at, { toggle, select, check: undefined, marks: noMarks, carry: noCarry });
  const virtual = useVirtualRows(rows.length, rowHeight, { key: keys.active, index: keys.at });
  const { scroller } = virtual;
  useEffect(() => scroller.current?.focus(), [scroller]);
  return (
    <div
      ref={scroller}
      className={s.scroller}
      role="tree"
      aria-label={t('schedule.channel')}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      {...(keys.active === undefined ? {} : { 'aria-activedescendant': `${prefix}${keys.active}` })}
    >
      <div role="presentation" style={{ height: virtual.height, position: 'relative' }}>
        {virtual.rows.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const { node, zone, level, hasChildren, isOpen, position, size } = row;
          const Chevron = isOpen ? ChevronDownRegular : ChevronRightRegular;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, which owns its items
            <div
              key={node.id}
              id={`${prefix}${zone.id}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={level}
              aria-posinset={position}
              aria-setsize={size}
              aria-selected={node.id === chosen}
              {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
              {...(zone.id === keys.active ? { 'data-active': '' } : {})}
              className={mergeClasses(s.row, node.id === chosen && s.selected)}
              style={{
                transform: `translateY(${item.start}px)`,
                paddingLeft: 8 + (level - 1) * indent,
              }}
              onClick={() => {
                keys.setActive(zone.id);
                select(zone.id);
              }}
            >
              <span className={s.chevron}>{hasChildren && <Chevron fontSize={16} />}</span>
              <span className={s.name}>
                <NameText name={node.name} />
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
