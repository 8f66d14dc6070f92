import { type SignalRow, type SignalState, signalStateOf } from '../../../contract/entities/signal.ts';
import type { Position } from '../../../contract/signal.ts';
import type { StatusName } from '../kit/status.ts';

/** The strengths in the words of the vocabulary, the abnormal one first. */
export const signalStatuses = ['signal_weak', 'signal_medium', 'signal_strong', 'signal_none'] as const;

export function signalStatus(row: Pick<SignalRow, 'csq'>): Extract<StatusName, `signal_${SignalState}`> {
  return `signal_${signalStateOf(row)}`;
}

/** Where it stands; null: it has never said. */
export function placeOf({ latitude, longitude }: SignalRow): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Words of a terminal that the search looks through. */
export function wordsOf(row: SignalRow): string {
  return [row.name, row.code, row.ICCID].join('\n').toLocaleLowerCase();
}

/** Lengths that the chart can have, hours. */
export const chartRanges = { day: 24, week: 168, month: 720 } as const;
export type ChartRange = keyof typeof chartRanges;
export const toChartRange = (text: string | undefined): ChartRange =>
  text === 'week' || text === 'month' ? text : 'day';
