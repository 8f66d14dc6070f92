import { makeStyles } from '@fluentui/react-components';
import { CellularData1Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import type { SignalRow } from '../../../../contract/entities/terminals/signal.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { subtree } from '../../kit/tree/zones.ts';
import { useZoneFaults } from '../../shared/faults/useZoneFaults.ts';
import { useZones } from '../../shared/zones/useZones.ts';
import { tokens } from '../../theme/tokens.ts';
import { SignalDetail } from './SignalDetail.tsx';
import { SignalMap } from './SignalMap.tsx';
import { signalColumns } from './signalColumns.ts';
import { signalStatus, signalStatuses, toChartRange, wordsOf } from './signalView.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: '480px' },
  list: { flexGrow: 1, flexBasis: 0, minHeight: '200px' },
  below: {
    display: 'flex',
    flexGrow: 1,
    flexBasis: 0,
    minHeight: '240px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  part: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    padding: '8px 16px',
    boxSizing: 'border-box',
  },
  detail: { flexGrow: 3, flexBasis: 0 },
  map: { flexGrow: 2, flexBasis: 0, borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  mapTitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '32px',
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Width below which optional columns are hidden, px. */
const narrow = 1800;

/**
 * Update intervals of the counts with the selected terminal, and of the map, which redraws thousands of
 * points, ms.
 */
const countEvery = 1_000;
const mapEvery = 5_000;
const none: SignalRow[] = [];

/** Rows, updated at most once in `ms`. */
function useEvery(ms: number): readonly SignalRow[] {
  const { streams } = useApp();
  const calm$ = useMemo(
    () => streams.signal.rows$.pipe(throttleTime(ms, undefined, { leading: true, trailing: true })),
    [streams, ms],
  );
  return useObservable<readonly SignalRow[]>(calm$, none);
}

/** menu_4g_signal: terminals with a modem, live; readings of one by hour; and a map. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const zones = useZones();
  const faults = useZoneFaults(zones);
  const list = useListState<SignalRow>('strength');
  const { criteria, put, opened } = list;
  const { org, strength, range, view } = criteria.filters;
  const word = searchWord(criteria.q);
  const orgId = org === undefined ? undefined : Number(org);
  const zoneIds = orgId === undefined || zones === undefined ? undefined : [...subtree(zones, orgId)].join();
  const base = useMemo(() => {
    const within = zoneIds === undefined ? undefined : new Set(zoneIds.split(',').map(Number));
    return (row: SignalRow) =>
      (within === undefined || (row.org !== null && within.has(row.org))) &&
      (word === '' || wordsOf(row).includes(word));
  }, [zoneIds, word]);
  const filter = useMemo(
    () => (row: SignalRow) => base(row) && (!strength || signalStatus(row) === strength),
    [base, strength],
  );
  const rows = useEvery(countEvery);
  const placed = useEvery(mapEvery);
  const onMap = useMemo(() => placed.filter(filter), [placed, filter]);
  const chosen = rows.find((row) => row.id === opened);
  const columns = useMemo(
    () =>
      signalColumns({
        t,
        timeZone: clock.timeZone(),
        now: clock.now,
        isNarrow: window.innerWidth < narrow,
        zoneName: (id) => streams.zoneName(id),
      }),
    [t, clock, streams],
  );
  return (
    <Splitter
      name="signal"
      left={
        <ZoneTree
          zones={zones ?? []}
          faults={faults}
          selected={orgId}
          onSelect={(id) => put({ org: id === undefined ? '' : String(id) })}
          {...(zones === undefined
            ? {}
            : { empty: <EmptyState title={t('zones.noneTitle')} hint={t('zones.noneWhy')} /> })}
        />
      }
    >
      <div className={s.root}>
        <div className={s.list}>
          <LiveList<SignalRow>
            list={list}
            name="signal"
            label={t('menu.menu_4g_signal')}
            columns={columns}
            rows={streams.signal}
            filter={filter}
            words={{
              org: (value) => streams.zoneName(Number(value)),
              strength: (value) => t(`status.${value}`),
            }}
            search={t('signal.search')}
            onOpen={(row) => list.open(row.id)}
            empty={{
              icon: <CellularData1Regular />,
              title: t('signal.noneTitle'),
              hint: t('signal.noneWhy'),
              actions: (
                <ScreenLink screen="download" without="nothing">
                  {t('menu.download')}
                </ScreenLink>
              ),
            }}
            head={
              <StateCounters
                label={t('signal.strength')}
                states={signalStatuses}
                counts={countStates(rows.filter(base), signalStatus)}
                value={strength}
                onPick={(state) => put({ strength: state })}
              />
            }
            notes={<span>{t('signal.datumMap')}</span>}
          />
        </div>
        {rows.length > 0 && (
          <div className={s.below}>
            <section className={`${s.part} ${s.detail}`} aria-label={t('signal.hourly')}>
              {chosen === undefined ? (
                <EmptyState title={t('signal.chooseTitle')} hint={t('signal.chooseWhy')} />
              ) : (
                <SignalDetail
                  row={chosen}
                  range={toChartRange(range)}
                  isTable={view === 'table'}
                  onRange={(next) => put({ range: next === 'day' ? '' : next })}
                  onTable={(isTable) => put({ view: isTable ? 'table' : '' })}
                />
              )}
            </section>
            <section className={`${s.part} ${s.map}`} aria-label={t('signal.map')}>
              <h2 className={s.mapTitle}>{t('signal.map')}</h2>
              <SignalMap rows={onMap} chosen={opened} onChoose={list.open} />
            </section>
          </div>
        )}
      </div>
    </Splitter>
  );
}
