import type { TFunction } from 'i18next';
import type { SumsHistory, ZoneHistory } from '../../../../contract/entities/site/history.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { Cell, CellPart } from '../../kit/chart/cellsOption.ts';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import { levelText } from '../../kit/status/levelMeter.ts';
import { lossSteps } from '../zones/zoneCounts.ts';

/** Least height of a part that is abnormal, as a share of the row: one terminal of a thousand is visible. */
const LEAST = 0.3;

/** State of a zone in one step of its history; null: nothing was recorded. */
export interface ZoneStep {
  /** Shares of its terminals. */
  sounding: number;
  silent: number;
  offline: number;
}

export function zoneStep(zone: SumsHistory, at: number): ZoneStep | null {
  const terminals = zone.terminals[at] ?? null;
  if (terminals === null || terminals === 0) return null;
  const share = (values: readonly (number | null)[]) => Math.min(1, (values[at] ?? 0) / terminals);
  return { sounding: share(zone.sounding), silent: share(zone.silent), offline: share(zone.offline) };
}

/** Minutes in which terminals of a zone were offline or silent. */
export function abnormalMinutes(zone: SumsHistory, stepS: number): number {
  const steps = zone.terminals.map((_, at) => zoneStep(zone, at));
  return (steps.filter((one) => one !== null && one.offline + one.silent > 0).length * stepS) / 60;
}

/** Parts of a strip at one time: how much sounds, from below; what is silent or offline, from above. */
function stripParts(step: ZoneStep | null, c: ChartColours): CellPart[] {
  if (step === null) return [];
  const parts: CellPart[] = [{ colour: c.data5, low: 0, high: 1 }];
  if (step.sounding > 0) parts.push({ colour: c.data1, low: 0, high: Math.max(0.15, step.sounding) });
  const abnormal = step.silent + step.offline;
  if (abnormal > 0) parts.push({ colour: c.fault, low: 1 - Math.max(LEAST, Math.min(1, abnormal)), high: 1 });
  return parts;
}

export interface Words {
  t: TFunction;
  timeZone: string;
  nameOf: (zone: number) => string;
}

const number = (value: number | null | undefined) => Math.round((value ?? 0) * 10) / 10;

/** Cells of strips: a row per zone, sounding, silent and offline over time. */
export function stripCells(history: ZoneHistory, { t, timeZone, nameOf }: Words, c: ChartColours): Cell[] {
  return history.zones.flatMap((zone, row) =>
    zone.terminals.map((terminals, column) => ({
      row,
      column,
      parts: stripParts(zoneStep(zone, column), c),
      tip: () => [
        `${nameOf(zone.id)} ${formatTimestamp(history.from + column * history.step_s, '', timeZone).slice(5, 16)}`,
        ...(terminals === null
          ? [t('home.noRecord')]
          : [
              t('home.tipSounding', { n: number(zone.sounding[column]), total: number(terminals) }),
              t('home.tipAbnormal', {
                silent: number(zone.silent[column]),
                offline: number(zone.offline[column]),
              }),
              ...(zone.level_db[column] == null ? [] : [`${levelText(zone.level_db[column] ?? null)} dBFS`]),
            ]),
      ],
    })),
  );
}

/** Step of a loss in the legend; null: nothing sounded. */
export function lossStep(zone: SumsHistory, at: number): 'none' | 'little' | 'some' | 'much' | null {
  const loss = zone.loss_pct[at] ?? null;
  if ((zone.lossy[at] ?? 0) > 0) return 'much';
  if (loss === null) return null;
  if (loss >= lossSteps.much) return 'much';
  if (loss >= lossSteps.some) return 'some';
  return loss >= lossSteps.little ? 'little' : 'none';
}

/** Cells of the heat map of packet loss: a row per zone. */
export function lossCells(history: ZoneHistory, { t, timeZone, nameOf }: Words, c: ChartColours): Cell[] {
  const faces = { none: c.data4, little: c.data3, some: c.data1, much: c.fault } as const;
  return history.zones.flatMap((zone, row) =>
    zone.terminals.map((terminals, column) => {
      const step = lossStep(zone, column);
      const colour = step === null ? c.data5 : faces[step];
      return {
        row,
        column,
        parts: terminals === null ? [] : [{ colour, low: 0, high: 1 }],
        tip: () => [
          `${nameOf(zone.id)} ${formatTimestamp(history.from + column * history.step_s, '', timeZone).slice(11, 16)}`,
          terminals === null
            ? t('home.noRecord')
            : zone.loss_pct[column] == null
              ? t('home.nothingSounded')
              : t('home.tipLoss', { loss: (zone.loss_pct[column] ?? 0).toFixed(2) }),
        ],
      };
    }),
  );
}
