import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';

/** Filters of saved tasks; control tasks are those of the source of that name. */
export function ScheduleFilters(props: {
  filters: Readonly<Record<string, string>>;
  put: (filters: Readonly<Record<string, string>>) => void;
  /** Sources that there are. */
  sources: readonly number[];
  zones: readonly { id: number; name: string }[];
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
      <FilterMenu
        label={t('task.zone')}
        value={org}
        options={props.zones.map((zone) => ({ value: String(zone.id), label: zone.name }))}
        onChange={(value) => put({ org: value ?? '' })}
      />
    </>
  );
}
