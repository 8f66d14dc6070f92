import { Button, Input, mergeClasses, Tab, TabList } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { LoadingRows } from '../layout/LoadingRows.tsx';
import { FilterMenu } from '../toolbar/FilterMenu.tsx';
import { ZoneTree } from '../tree/ZoneTree.tsx';
import { subtree, type Zone } from '../tree/zones.ts';
import { type Candidate, findMembers, withMembers } from './members.ts';
import { PickerList } from './PickerList.tsx';
import { usePickerStyles } from './pickerStyles.ts';

const grouped = (n: number) => n.toLocaleString('en-US');

/**
 * Picks members among thousands: by words, zone and state, one by one or all matches. Enter in the search
 * selects all matches, or deselects them if all are selected; arrow down moves into the list.
 */
export function MemberPicker(props: {
  label: string;
  placeholder: string;
  /** Sorted by name; undefined while loading. */
  candidates: readonly Candidate[] | undefined;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  zones: readonly Zone[];
  states: readonly { value: string; label: string }[];
  /** Focuses the search at once. */
  focused?: boolean;
}) {
  const s = usePickerStyles();
  const { t } = useTranslation();
  const { candidates, chosen, zones } = props;
  const [q, setQ] = useState('');
  const [zone, setZone] = useState<number>();
  const [state, setState] = useState<string>();
  /** Members selected when the filter "selected" was set: they stay visible after being deselected. */
  const [only, setOnly] = useState<ReadonlySet<number>>();
  const list = useRef<{ focus: () => void }>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.focused !== true) return;
    // A dialog focuses its first field on opening; this runs after it.
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [props.focused]);
  // Live counts update the zones twice a second; the zones below the selected one seldom change.
  const zoneIds = zone === undefined ? undefined : [...subtree(zones, zone)].join();
  const found = useMemo(() => {
    const within = zoneIds === undefined ? undefined : new Set(zoneIds.split(',').map(Number));
    return findMembers(candidates ?? [], { q, zones: within, state, only });
  }, [candidates, q, zoneIds, state, only]);
  const isAllIn = found.length > 0 && found.every((one) => chosen.has(one.id));

  const put = (members: readonly Candidate[], isIn: boolean) =>
    props.onChange(withMembers(chosen, members, isIn));
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') put(found, !isAllIn);
    else if (event.key === 'ArrowDown') list.current?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div className={mergeClasses(s.root, zones.length < 2 && s.single)}>
      {zones.length >= 2 && (
        <div className={s.zones}>
          <ZoneTree zones={zones} selected={zone} onSelect={setZone} />
        </div>
      )}
      <div className={s.main}>
        <div className={s.bar}>
          <Input
            className={s.search}
            size="small"
            type="search"
            contentBefore={<SearchRegular />}
            placeholder={props.placeholder}
            aria-label={props.placeholder}
            aria-keyshortcuts="Enter"
            input={{ ref: input }}
            value={q}
            onChange={(_, data) => setQ(data.value)}
            onKeyDown={onSearchKey}
          />
          <FilterMenu label={t('common.status')} value={state} options={props.states} onChange={setState} />
        </div>
        <div className={s.head}>
          <TabList
            className={s.tabs}
            size="small"
            selectedValue={only === undefined ? 'all' : 'chosen'}
            onTabSelect={(_, data) => setOnly(data.value === 'chosen' ? chosen : undefined)}
            aria-label={props.label}
          >
            <Tab value="all">{t('picker.all', { n: grouped(candidates?.length ?? 0) })}</Tab>
            <Tab value="chosen">{t('picker.chosen', { n: grouped(chosen.size) })}</Tab>
          </TabList>
          <Button
            size="small"
            appearance="subtle"
            disabled={found.length === 0}
            onClick={() => put(found, !isAllIn)}
          >
            {t(isAllIn ? 'picker.removeAll' : 'picker.putIn', { n: grouped(found.length) })}
          </Button>
        </div>
        {candidates === undefined ? (
          <LoadingRows rows={6} />
        ) : (
          <PickerList label={props.label} members={found} chosen={chosen} put={put} focus={list} />
        )}
        <div className={s.foot} role="status">
          <span>
            <Trans
              i18nKey="picker.sum"
              values={{ chosen: grouped(chosen.size), found: grouped(found.length) }}
              components={{ b: <b /> }}
            />
          </span>
          <span className={s.rest} />
          <span>{t('picker.keys')}</span>
        </div>
      </div>
    </div>
  );
}
