import { Button, makeStyles, Switch } from '@fluentui/react-components';
import { AlertRegular, CheckmarkRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { floodGroupings, floodGroups, type FloodGroup as Group } from '../../../streams/flood.ts';
import { useApp, useSiteClock, useUser } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BatchResult } from '../../kit/action/BatchResult.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LinkTabs } from '../../kit/layout/LinkTabs.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { useAddress } from '../../kit/useAddress.ts';
import { sentenceText } from '../../shared/alarms/sentences.ts';
import { keepLook, lastLook } from '../../shared/faults/lastLook.ts';
import { useFlood } from '../../shared/faults/useFlood.ts';
import { FloodFacts } from './FloodFacts.tsx';
import { FloodGroup } from './FloodGroup.tsx';
import { emptySentences, shownItems } from './floodSentences.ts';
import { useFloodAcknowledge } from './useFloodAcknowledge.ts';
import { useFloodReach } from './useFloodReach.ts';
import { useFloodWords } from './useFloodWords.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  // The result of acknowledging is beside the tabs: above the list it would move the rows.
  bar: { display: 'flex', flexShrink: 0, '& > :first-child': { flexGrow: 1 } },
  list: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: '0 16px 16px',
    listStyle: 'none',
  },
  empty: { flexGrow: 1, minHeight: 0 },
});

const noPlans: AlarmPlanLive[] = [];
const keyOf = ({ key }: Group) => key;
const togglesAt = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-flood-group]')];

/** Moves the focus between groups by the arrow keys, Home and End. */
function onArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const toggles = togglesAt(event.currentTarget);
  const at = toggles.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: toggles.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  toggles[to]?.focus();
}

/**
 * Alarms and faults grouped by cause, zone, kind or plan: the first ones, those new since the last look, and
 * a button that acknowledges a whole group. In a flood it shows items since its start, otherwise all active
 * items and those begun in the last ten minutes; items that are over stay listed.
 */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const account = useUser()?.id ?? 0;
  const [search, setSearch] = useAddress();
  const plans = useObservable(streams.alarmPlan.rows$, noPlans);
  const params = new URLSearchParams(search);
  const by = floodGroupings.find((one) => one === params.get('by')) ?? 'cause';
  const { items, lines, now, isKnown, count, since, isFlood } = useFlood(plans, useFloodReach(by === 'plan'));
  const words = useFloodWords();
  const acknowledge = useFloodAcknowledge(words.item);
  const [looked, setLooked] = useState(() => lastLook(account));
  useEffect(() => keepLook(account, now), [account, now]);
  const isAll = params.get('all') === 'true';
  // While the pointer is over the list, no item leaves it because its ten minutes have passed.
  const held = useRef<number>(undefined);
  const from = Math.min(held.current ?? since, since);
  const recent = useMemo(() => items.filter(({ at }) => at >= from), [items, from]);
  const shown = useMemo(() => shownItems(items, { from, isFlood, isAll }), [items, from, isFlood, isAll]);
  const groups = floodGroups(shown, by, lines);
  const rows = useHeldRows(groups, keyOf, `${by} ${isAll}`);
  const facts = { items: shown, count, isFlood, isKnown, looked };
  const empty = emptySentences(facts);
  const tabs = floodGroupings.map((one) => ({
    key: one,
    label: t(`flood.by.${one}`),
    to: `/flood?${new URLSearchParams({ by: one, ...(isAll ? { all: 'true' } : {}) })}`,
  }));
  const timeOf = (at: number) => recentTime(Math.floor(at / 1000), now, t('common.none'), clock.timeZone());
  return (
    <div className={s.root} data-testid="flood">
      <FloodFacts shown={facts} timeOf={timeOf} nameOf={words.item}>
        {isFlood && recent.length < items.length && (
          <Switch
            checked={isAll}
            label={t('flood.older', { n: items.length - recent.length })}
            onChange={(_, { checked }) =>
              setSearch((old) => {
                if (checked) old.set('all', 'true');
                else old.delete('all');
                return old;
              })
            }
          />
        )}
        <Button icon={<CheckmarkRegular />} onClick={() => setLooked(now)}>
          {t('flood.looked')}
        </Button>
      </FloodFacts>
      <div className={s.bar}>
        <LinkTabs label={t('flood.groupedBy')} shown={by} tabs={tabs} />
        {acknowledge.shown !== undefined && <BatchResult {...acknowledge.shown} />}
      </div>
      {!isKnown && <LoadingRows rows={6} />}
      {empty !== null && (
        <div className={s.empty}>
          <EmptyState
            icon={<AlertRegular />}
            title={sentenceText(t, empty.title)}
            hint={sentenceText(t, empty.hint)}
          />
        </div>
      )}
      {rows.rows.length > 0 && (
        <ul
          className={s.list}
          onKeyDown={onArrow}
          {...rows.props}
          onPointerEnter={() => {
            held.current = from;
            rows.props.onPointerEnter();
          }}
          onPointerLeave={() => {
            held.current = undefined;
            rows.props.onPointerLeave();
          }}
          aria-label={t('flood.groups')}
        >
          {rows.rows.map(({ row: group, isGone }) => (
            <FloodGroup
              key={`${by}${group.key}`}
              group={group}
              isGone={isGone}
              isHeld={rows.isHeld}
              {...words.group(by, group)}
              looked={looked}
              timeOf={timeOf}
              nameOf={words.item}
              acknowledge={acknowledge}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
