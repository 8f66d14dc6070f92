import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { auditTime, map } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { minutesText } from '../kit/time/lengths.ts';
import type { Zone } from '../kit/tree/zones.ts';
import { abnormalMinutes, stripCells } from '../shared/history/historyCells.ts';
import { stripFacts } from '../shared/history/historyFacts.ts';
import { useZoneHistory } from '../shared/history/useZoneHistory.ts';
import { comparedZones } from '../shared/zones/zoneCounts.ts';
import { useBarStyles } from './barStyles.ts';
import { ChartKey } from './ChartKey.tsx';
import { Section } from './Section.tsx';
import { ZoneChart } from './ZoneChart.tsx';

const range = { spanS: 86_400, stepS: 300 };
const runLog = 'menu_online_log';

/** Last 24 hours of each zone: how many of its terminals sounded, were silent or offline. */
export function ZoneDay() {
  const s = useBarStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { streams } = useApp();
  const zones$ = useMemo(
    () =>
      streams.partition.rows$.pipe(
        auditTime(500),
        map((zones) => comparedZones(zones)),
      ),
    [streams],
  );
  const zones = useObservable<Zone[] | null>(zones$, null);
  const history = useZoneHistory(range);
  const rows = (zones ?? []).flatMap(({ id, name }) => {
    const zone = history?.zones.find((one) => one.id === id);
    if (history === null || zone === undefined || zone.terminals.every((n) => n === null || n === 0))
      return [];
    const minutes = abnormalMinutes(zone, history.step_s);
    const search = { org: String(id), from: String(history.from), to: String(history.from + range.spanS) };
    const figure = minutes > 0 && (
      <ScreenLink screen={runLog} search={search}>
        <span className={s.fault}>
          <FaultGlyph />
          {t('home.abnormalFor', { time: minutesText(minutes) })}
        </span>
      </ScreenLink>
    );
    return [{ id, name, first: figure, second: null }];
  });
  const press = (zone: number, at: number) =>
    void navigate(`/${runLog}?org=${zone}&from=${at - range.stepS}&to=${at + 2 * range.stepS}`);
  return (
    <Section
      title={t('home.day')}
      keys={
        <>
          <ChartKey face={s.first} text={t('home.sound')} />
          <ChartKey face={s.fifth} text={t('home.idle')} />
          <ChartKey face={s.abnormal} text={t('home.silentOrOffline')} />
        </>
      }
    >
      {history === null && zones?.length !== 0 && <LoadingRows rows={4} />}
      {(zones?.length === 0 || (history !== null && rows.length === 0)) && (
        <div className={s.none}>{t('home.dayNone')}</div>
      )}
      {history !== null && rows.length > 0 && (
        <ZoneChart
          history={history}
          rows={rows}
          cells={stripCells}
          facts={stripFacts}
          label={t('home.dayLabel', { zones: rows.length })}
          gap={0}
          ticks={4}
          onCell={press}
        />
      )}
    </Section>
  );
}
