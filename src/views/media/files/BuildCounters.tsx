import { useTranslation } from 'react-i18next';
import { Counters } from '../../kit/toolbar/Counters.tsx';
import { buildLook } from '../../shared/media/buildLook.ts';
import type { BuildStatus, LibraryCounts } from '../../shared/media/libraryCounts.ts';

/** Order of the counters: failed and pending states first. */
const order: readonly BuildStatus[] = ['failed', 'building', 'waiting', 'built'];

/** Counters of files of the selected group by build status, live; each filters the grid. */
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
