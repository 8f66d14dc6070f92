import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { csqBounds } from '../../../../contract/constants.ts';
import type { SignalHour, SignalRow } from '../../../../contract/entities/terminals/signal.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { Chart } from '../../kit/chart/Chart.tsx';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';
import { HourTable } from './HourTable.tsx';
import { everyHour, hourOption } from './hourOption.ts';
import { type ChartRange, chartRanges } from './signalView.ts';

const useStyles = makeStyles({
  keys: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 16px',
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  key: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  line: { width: '16px', height: '2px', backgroundColor: tokens.tocsinData1 },
  band: { width: '16px', height: '10px', backgroundColor: tokens.tocsinData4 },
  bar: { width: '6px', height: '10px', backgroundColor: tokens.tocsinData3 },
  chart: { flexGrow: 1, minHeight: 0 },
});

/** Readings of a terminal by hour, fetched again at each of its reports. */
export function Hours(props: { row: SignalRow; range: ChartRange; isTable: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  useSecond();
  const { row, range } = props;
  const count = chartRanges[range];
  const thisHour = Math.floor(clock.now() / 3_600_000) * 3600;
  const { data, error } = useQuery({
    queryKey: ['signal', row.id, range, thisHour, row.reported_at],
    queryFn: () =>
      api.get<SignalHour[]>(
        `/v1/signal/${row.id}/hour`,
        { from: thisHour - (count - 1) * 3600, to: thisHour },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  const slots = useMemo(() => everyHour(data ?? [], thisHour, count), [data, thisHour, count]);
  const timeZone = clock.timeZone();
  const option = useCallback(
    (colours: ChartColours) =>
      hourOption(
        slots,
        timeZone,
        {
          average: t('signal.average'),
          highest: t('signal.highest'),
          lowest: t('signal.lowest'),
          count: t('signal.count'),
          nothing: t('signal.nothingThen'),
          weak: t('codes.signalStrength.weak'),
          strong: t('codes.signalStrength.strong'),
        },
        colours,
      ),
    [slots, timeZone, t],
  );
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={4} />
    ) : (
      <EmptyState title={t('signal.unread')} hint={error.message} />
    );
  if (data.length === 0)
    return <EmptyState title={t('signal.nothingYet')} hint={t('signal.nothingYetWhy')} />;
  if (props.isTable) return <HourTable hours={data} timeZone={timeZone} />;
  const averages = data.map((hour) => hour.avg);
  return (
    <>
      <div className={s.keys} aria-hidden="true">
        <span className={s.key}>
          <span className={s.line} />
          {t('signal.average')}
        </span>
        <span className={s.key}>
          <span className={s.band} />
          {t('signal.band')}
        </span>
        <span className={s.key}>
          <span className={s.bar} />
          {t('signal.count')}
        </span>
        <span className={mergeClasses(s.key)}>
          <FaultGlyph />
          {t('signal.weakKey', { bound: csqBounds.weak })}
        </span>
      </div>
      <div className={s.chart} data-testid="signal-chart">
        <Chart
          option={option}
          label={t('signal.chartLabel', {
            name: row.name,
            hours: data.length,
            low: Math.min(...averages),
            high: Math.max(...averages),
          })}
        />
      </div>
    </>
  );
}
