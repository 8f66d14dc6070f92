import { mergeClasses } from '@fluentui/react-components';
import { CheckboxCheckedFilled, CheckboxUncheckedRegular } from '@fluentui/react-icons';
import { type Ref, useId, useImperativeHandle } from 'react';
import { NameText } from '../layout/NameText.tsx';
import { useVirtualRows } from '../rows/useVirtualRows.ts';
import { StatusChip } from '../status/StatusChip.tsx';
import type { Candidate } from './members.ts';
import { usePickerStyles } from './pickerStyles.ts';
import { useListKeys } from './useListKeys.ts';

/** Height of a row, px. */
const rowHeight = 32;

/** Matching candidates, ticked or not; only visible rows are rendered. */
export function PickerList(props: {
  label: string;
  members: readonly Candidate[];
  chosen: ReadonlySet<number>;
  put: (members: readonly Candidate[], isIn: boolean) => void;
  /** Takes the focus. */
  focus: Ref<{ focus: () => void }>;
}) {
  const s = usePickerStyles();
  const { members, chosen } = props;
  const prefix = useId();
  const keys = useListKeys(members, chosen, props.put);
  const virtual = useVirtualRows(members.length, rowHeight, { key: keys.at, index: keys.at });
  const { scroller } = virtual;
  useImperativeHandle(props.focus, () => ({ focus: () => scroller.current?.focus() }), [scroller]);
  const active = members[keys.at];
  return (
    <div
      ref={scroller}
      className={s.list}
      role="listbox"
      aria-label={props.label}
      aria-multiselectable
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      {...(active === undefined ? {} : { 'aria-activedescendant': `${prefix}${active.id}` })}
    >
      <div role="presentation" style={{ height: virtual.height, position: 'relative' }}>
        {virtual.rows.map((item) => {
          const one = members[item.index];
          if (one === undefined) return null;
          const isChosen = chosen.has(one.id);
          const Box = isChosen ? CheckboxCheckedFilled : CheckboxUncheckedRegular;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's, which owns its options
            <div
              key={one.id}
              id={`${prefix}${one.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              aria-setsize={members.length}
              aria-posinset={item.index + 1}
              {...(item.index === keys.at ? { 'data-active': '' } : {})}
              className={mergeClasses(s.row, isChosen && s.chosen)}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={(event) => keys.press(item.index, event.shiftKey)}
            >
              <Box className={isChosen ? s.ticked : s.box} fontSize={18} />
              <span>
                <NameText name={one.name} />
              </span>
              <span className={s.detail}>
                <NameText name={one.zoneName} />
              </span>
              <span className={s.detail} title={one.code}>
                {one.code}
              </span>
              <span>
                <StatusChip status={one.status} />
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
