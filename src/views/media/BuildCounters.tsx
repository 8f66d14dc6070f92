import { useTranslation } from 'react-i18next';
import { Counters } from '../kit/toolbar/Counters.tsx';
import { buildLook } from './buildLook.ts';
import type { BuildStatus, LibraryCounts } from './libraryCounts.ts';

/** What is wrong or under way stands before what is done. */
const order: readonly BuildStatus[] = ['failed', 'building', 'waiting', 'built'];

/** Files of the chosen group by build status, live; a figure filters the grid to what it counts. */
export function BuildCounters(props: {
  counts: LibraryCounts;
  value: string | undefined;
  onPick: (status: string) => void;
}) {
  const { t } = useTranslation();
  const { counts, value, onPick } = props;
  return (
    <Counters
      label={t('file.byStatus')}
      items={[
        { key: 'all', label: t('common.all'), count: counts.shown },
        ...order.map((key) => ({
          key,
          label: t(`status.${buildLook[key]}`),
          count: counts.byStatus[key],
          status: buildLook[key],
        })),
      ]}
      value={value}
      onPick={(key) => onPick(key === undefined || key === 'all' ? '' : key)}
    />
  );
}
