import { useTranslation } from 'react-i18next';
import type { Criteria } from '../kit/criteria.ts';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';

/** Search and filters of saved tasks; control tasks are those of the source of that name. */
export function ScheduleFilters(props: {
  criteria: Criteria;
  change: (patch: Partial<Criteria>) => void;
  /** Sources that there are. */
  sources: readonly number[];
  zones: readonly { id: number; name: string }[];
}) {
  const { t } = useTranslation();
  const { criteria, change } = props;
  const { source, enabled, org } = criteria.filters;
  return (
    <>
      <SearchField
        value={criteria.q}
        placeholder={t('schedule.search')}
        onChange={(q) => change({ q: q ?? '' })}
      />
      <FilterMenu
        label={t('task.source')}
        value={source}
        options={props.sources.map((value) => ({
          value: String(value),
          label: t(`codes.audioSource.${value}`),
        }))}
        onChange={(value) => change({ filters: { source: value ?? '' } })}
      />
      <FilterMenu
        label={t('common.enabled')}
        value={enabled}
        options={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        onChange={(value) => change({ filters: { enabled: value ?? '' } })}
      />
      <FilterMenu
        label={t('task.zone')}
        value={org}
        options={props.zones.map((zone) => ({ value: String(zone.id), label: zone.name }))}
        onChange={(value) => change({ filters: { org: value ?? '' } })}
      />
    </>
  );
}
