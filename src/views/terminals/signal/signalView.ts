import { type SignalRow, signalStateOf } from '../../../../contract/entities/terminals/signal.ts';
import type { SignalState } from '../../../../contract/fieldCodes.ts';
import type { Position } from '../../../../contract/protocol/signalReport.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Status names of the strengths, the abnormal one first. */
export const signalStatuses = ['signal_weak', 'signal_medium', 'signal_strong', 'signal_none'] as const;

export function signalStatus(row: Pick<SignalRow, 'csq'>): Extract<StatusName, `signal_${SignalState}`> {
  return `signal_${signalStateOf(row)}`;
}

/** Position of a terminal; null: never reported. */
export function placeOf({ latitude, longitude }: SignalRow): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Texts of a terminal that the search looks through. */
export function wordsOf(row: SignalRow): string {
  return [row.name, row.code, row.ICCID].join('\n').toLocaleLowerCase();
}

/** Lengths of the chart, hours. */
export const chartRanges = { day: 24, week: 168, month: 720 } as const;
export type ChartRange = keyof typeof chartRanges;
export const toChartRange = (text: string | undefined): ChartRange =>
  text === 'week' || text === 'month' ? text : 'day';
