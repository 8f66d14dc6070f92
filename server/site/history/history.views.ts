import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  type HistoryQuery,
  MAX_HISTORY_VALUES,
  type ServerLoad,
  type SumsHistory,
  TERMINAL_KEPT_S,
  type TerminalHistory,
} from '../../../contract/entities/site/history.ts';
import type { Length, Records } from './history.repository.ts';
import { loadMinute, terminalMinute } from './packing.ts';
import { Sums } from './sums.ts';

/** Values of a history: where they begin, their length and number, and the records that they are made from. */
export interface Span {
  /** Epoch s, a multiple of `stepS`. */
  from: number;
  stepS: number;
  count: number;
  /** Length of the records, s. */
  length: Length;
}

const DAY_S = 86_400;

/** Span of a query; hours come from the table of hours. @throws AppError 400 for too many values */
export function spanOf({ from, to, step_s: stepS }: HistoryQuery, nowS: number): Span {
  const end = to ?? (from === undefined ? nowS : Math.min(nowS, from + DAY_S));
  const begin = Math.floor((from ?? Math.max(0, end - DAY_S)) / stepS) * stepS;
  const count = Math.max(0, Math.ceil((end - begin) / stepS));
  if (count > MAX_HISTORY_VALUES) throw new AppError(errorCode.badRequest, 'common.invalidRequest');
  return { from: begin, stepS, count, length: stepS === 3600 ? 3600 : 60 };
}

/** Slots of a span: the first one, and the one after the last. */
export const slotsOf = ({ from, stepS, count, length }: Span): [number, number] => [
  from / length,
  (from + stepS * count) / length,
];

/** Last day by the minute. */
export function lastDay(nowS: number): Span {
  const end = Math.floor(nowS / 60) * 60;
  return { from: end - TERMINAL_KEPT_S, stepS: 60, count: TERMINAL_KEPT_S / 60, length: 60 };
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

/** Adds the records up to the values of a span. */
export function sumsHistoryOf(id: number, records: Records, span: Span): SumsHistory {
  const { from, stepS, count, length } = span;
  const sums = Array.from({ length: count }, (): { of: Sums; recordedS: number } | null => null);
  for (const { slot, record } of records) {
    const at = Math.floor((slot * length - from) / stepS);
    const held = sums[at] ?? { of: new Sums(), recordedS: 0 };
    sums[at] = held;
    held.of.addRecord(record);
    held.recordedS += length;
  }
  const mean = (seconds: (of: Sums) => number) =>
    sums.map((one) => (one === null ? null : rounded(seconds(one.of) / one.recordedS, 2)));
  return {
    id,
    terminals: mean((of) => of.terminalS),
    sounding: mean((of) => of.soundingS),
    silent: mean((of) => of.silentS),
    offline: mean((of) => of.offlineS),
    lossy: mean((of) => of.lossyS),
    loss_pct: sums.map((one) => rounded(one?.of.lossPct ?? null, 2)),
    level_db: sums.map((one) => rounded(one?.of.levelDb ?? null, 1)),
  };
}

/** Records in the places of a span; null: none. */
function inPlaces(records: Records, { from, stepS, count }: Span): (Buffer | null)[] {
  const places = Array.from({ length: count }, (): Buffer | null => null);
  for (const { slot, record } of records) places[slot - from / stepS] = record;
  return places;
}

/** Last day of a terminal. */
export function terminalHistoryOf(records: Records, span: Span): TerminalHistory {
  const minutes = inPlaces(records, span).map((record) => (record === null ? null : terminalMinute(record)));
  return {
    from: span.from,
    step_s: span.stepS,
    state: minutes.map((one) => one?.state ?? null),
    level_db: minutes.map((one) => one?.level_db ?? null),
    loss_pct: minutes.map((one) => one?.loss_pct ?? null),
  };
}

/** Last day of the server. */
export function loadOf(records: Records, span: Span): ServerLoad {
  const minutes = inPlaces(records, span).map((record) => (record === null ? null : loadMinute(record)));
  return {
    from: span.from,
    step_s: span.stepS,
    cpu_pct: minutes.map((one) => one?.cpu_pct ?? null),
    delay_ms: minutes.map((one) => one?.delay_ms ?? null),
    memory_mb: minutes.map((one) => one?.memory_mb ?? null),
  };
}
