import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { SignalRow } from '../../../../contract/entities/terminals/signal.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { nameColumn, numberColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { shownPosition } from './datum.ts';
import { placeOf, signalStatus } from './signalView.ts';

export interface SignalContext {
  t: TFunction;
  timeZone: string;
  /** Server time, epoch ms. */
  now: () => number;
  /** Hides optional columns until the account chooses its own. */
  isNarrow: boolean;
  zoneName: (id: number) => string;
}

/** Weakest first; terminals without a report last. */
const byReading = (a: SignalRow | undefined, b: SignalRow | undefined) => (a?.csq ?? 99) - (b?.csq ?? 99);

/** Columns of the terminals with a modem: strength, csq, name and zone, and the last report. */
export function signalColumns({ t, timeZone, now, isNarrow, zoneName }: SignalContext): ColDef<SignalRow>[] {
  return [
    statusColumn<SignalRow>('strength', t('signal.strength'), signalStatus, t, 'signal', {
      comparator: (_a, _b, nodeA, nodeB) => byReading(nodeA.data, nodeB.data),
    }),
    numberColumn<SignalRow>('csq', 'CSQ', undefined, { width: 72 }),
    nameColumn<SignalRow>('name', t('common.name'), { flex: 2, minWidth: 120 }),
    textColumn<SignalRow>('code', t('devices.code'), { flex: 1, minWidth: 100, initialHide: isNarrow }),
    {
      ...nameColumn<SignalRow>('org', t('zones.zone'), { flex: 1, minWidth: 96 }),
      valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : zoneName(data.org)),
    },
    statusColumn<SignalRow>(
      'online',
      t('common.status'),
      (row) => (row.online ? 'online' : 'offline'),
      t,
      'link',
    ),
    {
      ...numberColumn<SignalRow>('reported_at', t('signal.reportTime'), (at) =>
        recentTime(at, now(), '—', timeZone),
      ),
      width: 152,
      tooltip: ({ value }) => formatTimestamp(value, '', timeZone),
    },
    textColumn<SignalRow>('ICCID', t('devices.iccid'), { width: 190, initialHide: isNarrow }),
    {
      ...textColumn<SignalRow>('latitude', t('signal.position'), { width: 240, initialHide: true }),
      valueGetter: ({ data }) => {
        const place = data === undefined ? null : placeOf(data);
        const shown = place && shownPosition(place);
        return shown === null ? '' : `${shown.text} (${shown.datum})`;
      },
    },
  ];
}
