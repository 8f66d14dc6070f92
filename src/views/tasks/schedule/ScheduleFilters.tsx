import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { ZoneFilter } from '../../shared/zones/ZoneFilter.tsx';

/** Filters of saved tasks; control tasks are those with the source of that name. */
export function ScheduleFilters(props: {
  filters: Readonly<Record<string, string>>;
  put: (filters: Readonly<Record<string, string>>) => void;
  /** Sources to choose from. */
  sources: readonly number[];
  zones: readonly PartitionLive[];
}) {
  const { t } = useTranslation();
  const { put } = props;
  const { source, enabled, org } = props.filters;
  return (
    <>
      <FilterMenu
        label={t('task.source')}
        value={source}
        options={props.sources.map((value) => ({
          value: String(value),
          label: t(`codes.audioSource.${value}`),
        }))}
        onChange={(value) => put({ source: value ?? '' })}
      />
      <FilterMenu
        label={t('common.enabled')}
        value={enabled}
        options={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        onChange={(value) => put({ enabled: value ?? '' })}
      />
      <ZoneFilter
        label={t('task.zone')}
        zones={props.zones}
        value={org ? Number(org) : undefined}
        onChange={(id) => put({ org: id === undefined ? '' : String(id) })}
      />
    </>
  );
}
