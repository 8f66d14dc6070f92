import { useTranslation } from 'react-i18next';
import type { Criteria } from '../kit/criteria.ts';
import { EntityChoice } from '../kit/form/EntityChoice.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';

/** Search and filters of saved tasks. */
export function ScheduleFilters(props: {
  criteria: Criteria;
  change: (patch: Partial<Criteria>) => void;
  /** Sources that there are. */
  sources: readonly number[];
}) {
  const { t } = useTranslation();
  const { criteria, change } = props;
  const { type, source, enabled, org } = criteria.filters;
  return (
    <>
      <SearchField
        value={criteria.q}
        placeholder={t('schedule.search')}
        onChange={(q) => change({ q: q ?? '' })}
      />
      <FilterMenu
        label={t('task.type')}
        value={type}
        options={[0, 10].map((value) => ({ value: String(value), label: t(`codes.taskType.${value}`) }))}
        onChange={(value) => change({ filters: { type: value ?? '' } })}
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
      <EntityChoice
        path="partition"
        value={Number(org) || null}
        onChange={(id) => change({ filters: { org: id === null ? '' : String(id) } })}
        placeholder={t('task.zone')}
        aria-label={t('task.zone')}
      />
    </>
  );
}
