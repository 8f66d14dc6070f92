import { mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, combineLatest, map } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { lossCells } from '../shared/history/historyCells.ts';
import { lossFacts } from '../shared/history/historyFacts.ts';
import { useZoneHistory } from '../shared/history/useZoneHistory.ts';
import { lossByZone, lossSteps, type ZoneLoss } from '../shared/zones/zoneCounts.ts';
import { useBarStyles } from './barStyles.ts';
import { ChartKey } from './ChartKey.tsx';
import { Section } from './Section.tsx';
import { WeakSignal } from './WeakSignal.tsx';
import { ZoneChart } from './ZoneChart.tsx';

const range = { spanS: 3600, stepS: 60 };

const steps = [
  ['fourth', '0'],
  ['third', `${lossSteps.little}`],
  ['first', `${lossSteps.some}`],
  ['abnormal', `${lossSteps.much} %`],
] as const;

/** Link quality by zone: lost packets of the last hour as a heat map, the loss now, and the smallest buffer. */
export function LinkQuality() {
  const s = useBarStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const losses$ = useMemo(
    () =>
      combineLatest([streams.partition.rows$, streams.device.rows$]).pipe(
        auditTime(1000),
        map(([zones, devices]) => lossByZone(zones, devices)),
      ),
    [streams],
  );
  const losses = useObservable<ZoneLoss[] | null>(losses$, null);
  const history = useZoneHistory(range);
  const rows = (losses ?? []).flatMap((one) => {
    const zone = history?.zones.find(({ id }) => id === one.id);
    if (one.mean === null && (zone?.terminals.every((n) => n === null || n === 0) ?? true)) return [];
    const lost = one.mean !== null && (
      <ScreenLink screen="menu_device_management" search={{ org: String(one.id), more: 'loss' }}>
        <span className={one.much > 0 ? s.fault : s.number}>
          {one.much > 0 && <FaultGlyph />}
          {one.mean.toFixed(1)} %
        </span>
      </ScreenLink>
    );
    const second = buffer(one.buffer, s.quiet);
    return [{ id: one.id, name: one.name, first: lost, second }];
  });
  return (
    <Section
      title={t('home.link')}
      end={
        <span className={mergeClasses(s.key, s.quiet)}>
          <WeakSignal />
          <span className={s.roomy}>{t('home.lostAndBuffer')}</span>
        </span>
      }
      keys={
        <>
          <span>{t('home.linkHour')}</span>
          {steps.map(([face, text]) => (
            <ChartKey key={face} face={s[face]} text={text} />
          ))}
        </>
      }
    >
      {(losses === null || (history === null && losses.length > 0)) && <LoadingRows rows={4} />}
      {losses !== null && (history !== null || losses.length === 0) && rows.length === 0 && (
        <div className={s.none}>{t('home.linkNone')}</div>
      )}
      {history !== null && rows.length > 0 && (
        <ZoneChart
          history={history}
          rows={rows}
          cells={lossCells}
          facts={lossFacts}
          label={t('home.linkLabel', { zones: rows.length })}
          gap={1}
          ticks={5}
        />
      )}
    </Section>
  );
}

/** Smallest buffer of the terminals of a zone, ms; null: none reports it. */
const buffer = (ms: number | null, face: string) => (
  <span className={face}>{ms === null ? '—' : `${Math.round(ms)} ms`}</span>
);
