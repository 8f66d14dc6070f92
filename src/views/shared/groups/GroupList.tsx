import { mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, useId, useState } from 'react';
import type { GroupLive } from '../../../../contract/entities/terminals/group.ts';
import { NameText } from '../../kit/layout/NameText.tsx';
import { useVirtualRows } from '../../kit/rows/useVirtualRows.ts';
import { BehindCount } from '../../kit/status/BehindCount.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { useTreeStyles } from '../../kit/tree/treeStyles.ts';

/** Height of a row, px. */
const rowHeight = 28;
/** Indent of a zone's name on the second level, px, so that both lists align. */
const indent = 32;

/**
 * Lists groups with their members, for terminals online, behind a lost relay and offline; a press selects one, a
 * second press deselects it.
 */
export function GroupList(props: {
  labelledBy: string;
  groups: readonly GroupLive[];
  selected: number | undefined;
  onSelect: (id: number | undefined) => void;
  /** Called on F2 or a double click. */
  onOpen: (group: GroupLive) => void;
}) {
  const s = useTreeStyles();
  const { groups, selected } = props;
  const hasBehind = groups.some(({ behind_relay = 0 }) => behind_relay > 0);
  const prefix = useId();
  const [moved, setActive] = useState<number>();
  const place = (id: number | undefined) => groups.findIndex((group) => group.id === id);
  const at = Math.max(0, place(moved) >= 0 ? place(moved) : place(selected));
  const virtual = useVirtualRows(groups.length, rowHeight, { key: moved ?? selected, index: at });
  const choose = (id: number) => props.onSelect(id === selected ? undefined : id);

  const onKeyDown = (event: KeyboardEvent) => {
    const active = groups[at];
    if (active === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const go = (index: number) => setActive(groups[Math.max(0, Math.min(index, groups.length - 1))]?.id);
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(groups.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') choose(active.id);
    else if (event.key === 'F2') props.onOpen(active);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={virtual.scroller}
      className={s.scroller}
      role="listbox"
      aria-labelledby={props.labelledBy}
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...(groups[at] === undefined ? {} : { 'aria-activedescendant': `${prefix}${groups[at].id}` })}
    >
      <div role="presentation" style={{ height: virtual.height, position: 'relative' }}>
        {virtual.rows.map((item) => {
          const group = groups[item.index];
          if (group === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's, which owns its options
            <div
              key={group.id}
              id={`${prefix}${group.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={group.id === selected}
              aria-setsize={groups.length}
              aria-posinset={item.index + 1}
              {...(item.index === at ? { 'data-active': '' } : {})}
              className={mergeClasses(s.row, group.id === selected && s.selected)}
              style={{ transform: `translateY(${item.start}px)`, paddingLeft: indent }}
              onClick={({ detail }) => {
                setActive(group.id);
                // The second click of a double click must not deselect.
                if (detail > 1) props.onSelect(group.id);
                else choose(group.id);
              }}
              onDoubleClick={() => props.onOpen(group)}
            >
              <span className={s.name}>
                <NameText name={group.name} />
              </span>
              <span className={s.count}>{(group.online ?? group.count ?? 0).toLocaleString('en-US')}</span>
              {hasBehind && <BehindCount n={group.behind_relay ?? 0} className={s.offline} />}
              <span className={mergeClasses(s.offline, s.offlineCount)}>
                {(group.offline ?? 0) > 0 && (
                  <>
                    <FaultGlyph />
                    {group.offline?.toLocaleString('en-US')}
                  </>
                )}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
