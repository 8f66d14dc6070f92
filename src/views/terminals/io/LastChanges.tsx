import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime } from 'rxjs';
import type { IoEvent } from '../../../../contract/entities/terminals/io.ts';
import type { Query } from '../../../api/client.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { recentTime } from '../../kit/time/recentTime.ts';
import { ioCalls } from '../../shared/io/ioCalls.ts';
import { lineText } from '../../shared/io/ioView.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '8px',
    padding: '4px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  time: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  what: { overflowWrap: 'anywhere' },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  line: {
    gridColumn: 2,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  none: { color: tokens.colorNeutralForeground3 },
});

/** Events shown in amber. */
const faults = new Set<IoEvent['kind']>(['active', 'open', 'short', 'failed']);
/** Delay before an event is read, ms: it is stored in the background. */
const debounceMs = 700;
const limit = 50;

/** Events of lines, the newest first, live. `query`: of one terminal or one line only. */
export function LastChanges(props: { query: Query; withLine: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const calls = useMemo(() => ioCalls(api), [api]);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['io_event', props.query],
    queryFn: ({ pageParam }) =>
      calls.events({ ...props.query, limit, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });
  useEffect(() => {
    const held = streams.io.changes$
      .pipe(auditTime(debounceMs))
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['io_event'] }));
    return () => held.unsubscribe();
  }, [streams, queries]);
  const events = data?.pages.flatMap((page) => page.rows) ?? [];
  if (data !== undefined && events.length === 0) return <p className={s.none}>{t('io.noChanges')}</p>;
  const timeOf = (event: IoEvent) =>
    recentTime(Math.floor(event.at / 1000), clock.now(), '', clock.timeZone());
  return (
    <>
      <ul className={s.list} aria-label={t('io.changes')} data-testid="io-events">
        {events.map((event) => (
          <li key={event.id} className={s.item} data-kind={event.kind}>
            <span className={s.time}>{timeOf(event)}</span>
            <span className={mergeClasses(s.what, faults.has(event.kind) && !event.test && s.fault)}>
              {faults.has(event.kind) && !event.test && <FaultGlyph />}{' '}
              {t(event.by === '' ? `ioEvent.${event.kind}` : `ioEvent.by`, {
                what: t(`ioEvent.${event.kind}`),
                by: event.by,
              })}
              {event.test && event.kind !== 'test_on' && ` · ${t('io.inTest')}`}
            </span>
            {props.withLine && (
              <span className={s.line}>
                {event.terminal_name} · {lineText(event, t)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('io.older')}
        </Button>
      )}
    </>
  );
}
