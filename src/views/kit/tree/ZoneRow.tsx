import { mergeClasses } from '@fluentui/react-components';
import {
  CheckboxCheckedFilled,
  CheckboxIndeterminateRegular,
  CheckboxUncheckedRegular,
  ChevronDownRegular,
  ChevronRightRegular,
} from '@fluentui/react-icons';
import type { HTMLAttributes, MouseEvent } from 'react';
import { NameText } from '../layout/NameText.tsx';
import { BehindCount } from '../status/BehindCount.tsx';
import { FaultGlyph } from '../status/Glyph.tsx';
import { useTreeStyles } from './treeStyles.ts';
import type { ZoneNode } from './zones.ts';

/** Indentation per level, px. */
const indent = 14;

const boxes = {
  true: CheckboxCheckedFilled,
  false: CheckboxUncheckedRegular,
  mixed: CheckboxIndeterminateRegular,
};

/** Row of one zone: chevron, name, terminals online, and its faults in amber if there are any. */
export function ZoneRow(props: {
  /** Unique in the page: a dialog may show the tree again. */
  id: string;
  node: ZoneNode;
  top: number;
  isSelected: boolean;
  isActive: boolean;
  /** `mixed`: a descendant is ticked. */
  isChecked: boolean | 'mixed' | undefined;
  isOff: boolean;
  isDropTarget: boolean;
  /** Being moved: dragged, or picked up by the keyboard. */
  isCarried: boolean;
  dragProps: HTMLAttributes<HTMLElement>;
  /** Number of faults, or of terminals offline; undefined: no zone has any. */
  amber: number | undefined;
  /** Number of terminals behind a lost relay; undefined: no zone has any. */
  behind: number | undefined;
  onToggle: () => void;
  onSelect: (event: MouseEvent) => void;
}) {
  const s = useTreeStyles();
  const { zone, level, hasChildren, isOpen, position, size } = props.node;
  const Chevron = isOpen ? ChevronDownRegular : ChevronRightRegular;
  const Box = boxes[`${props.isChecked ?? false}`];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, which owns its items
    <div
      {...props.dragProps}
      id={props.id}
      data-zone={zone.id}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={props.isSelected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      {...(props.isChecked === undefined ? {} : { 'aria-checked': props.isChecked })}
      {...(props.isActive ? { 'data-active': '' } : {})}
      {...(props.isOff ? { 'aria-disabled': true } : {})}
      className={mergeClasses(
        s.row,
        props.isSelected && s.selected,
        props.isOff && s.off,
        props.isDropTarget && s.dropTarget,
        props.isCarried && s.carried,
      )}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: 8 + (level - 1) * indent }}
      onClick={props.onSelect}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the tree do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the tree do the same */}
      <span
        className={s.chevron}
        onClick={(event) => {
          if (!hasChildren) return;
          event.stopPropagation();
          props.onToggle();
        }}
      >
        {hasChildren && <Chevron fontSize={16} />}
      </span>
      {props.isChecked !== undefined && <Box className={s.box} fontSize={18} />}
      <span className={s.name}>
        <NameText name={zone.name} />
      </span>
      <span className={s.count}>{zone.online.toLocaleString('en-US')}</span>
      {props.behind !== undefined && <BehindCount n={props.behind} className={s.offline} />}
      {props.amber !== undefined && (
        <span className={mergeClasses(s.offline, s.offlineCount)}>
          {props.amber > 0 && (
            <>
              <FaultGlyph />
              {props.amber.toLocaleString('en-US')}
            </>
          )}
        </span>
      )}
    </div>
  );
}
