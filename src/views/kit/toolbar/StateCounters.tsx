import { useTranslation } from 'react-i18next';
import type { StatusName } from '../status/status.ts';
import { Counters } from './Counters.tsx';

/** Number of rows, in all and per state. */
export type StateCounts = Readonly<Record<string, number>>;

/** Counts rows by state; `all` is their number. */
export function countStates<Row>(rows: readonly Row[], stateOf: (row: Row) => string): StateCounts {
  const counts: Record<string, number> = { all: rows.length };
  for (const row of rows) counts[stateOf(row)] = (counts[stateOf(row)] ?? 0) + 1;
  return counts;
}

/** Counters of rows by state, with the total first; each filters to its rows. `onPick` gets '' for all. */
export function StateCounters(props: {
  label: string;
  states: readonly StatusName[];
  counts: StateCounts;
  value: string | undefined;
  onPick: (state: string) => void;
}) {
  const { t } = useTranslation();
  const { counts } = props;
  return (
    <Counters
      label={props.label}
      items={[
        { key: 'all', label: t('common.all'), count: counts.all ?? 0 },
        ...props.states.map((key) => ({
          key,
          label: t(`status.${key}`),
          count: counts[key] ?? 0,
          status: key,
        })),
      ]}
      value={props.value}
      onPick={(key) => props.onPick(key === undefined || key === 'all' ? '' : key)}
    />
  );
}
