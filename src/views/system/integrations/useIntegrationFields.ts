import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { CapMapping } from '../../../../contract/entities/site/integration.ts';
import type { ZoneControl } from '../../../../contract/entities/site/zoneControl.ts';
import { alarmPlanEntity } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';

/**
 * Describes the fields of an integration that two people may change at the same time. Its secret is never
 * shown.
 */
export function useIntegrationFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { crud } = useApp();
  const words = useFieldWords();
  const plans = useQuery({
    queryKey: ['rows', 'alarm_plan', 'named'],
    queryFn: () => crud(alarmPlanEntity).list({ page: 1, limit: 1000 }, { quiet: true }),
  });
  const planOf = (id: number) => plans.data?.rows.find((plan) => plan.id === id)?.name ?? `#${id}`;
  const mapping = ({ event, severity, area, alarm_plan }: CapMapping) =>
    [
      event || t('integration.anyEvent'),
      t(`integration.severities.${severity}`),
      area || t('integration.anyArea'),
      planOf(alarm_plan),
    ].join(' · ');
  return [
    words.plain('name', t('common.name')),
    words.enabled('enabled'),
    words.named('org', t('faults.zone'), 'partition'),
    words.plain('url', t('integration.url')),
    words.plain('certificate', t('foreign.certificate')),
    words.plain('poll_s', t('integration.pollEvery')),
    {
      name: 'events',
      label: t('integration.events'),
      text: (event) => t(`integration.event.${event}`),
      isList: true,
    },
    words.named('alarm_plan', t('alarmRecord.plan'), 'alarm_plan'),
    {
      name: 'mappings',
      label: t('integration.mappings'),
      text: (value) => mapping(value as CapMapping),
      isList: true,
    },
    { name: 'peers', label: t('integration.peers'), text: String, isList: true },
    {
      name: 'zone_controls',
      label: t('integration.zoneControls'),
      text: (value) => {
        const { zone, file, scheduled_task } = value as ZoneControl;
        return [zone, file, scheduled_task].map((id) => (id === null ? '–' : `#${id}`)).join(' · ');
      },
      isList: true,
    },
    words.named('account', t('integration.actsAs'), 'user'),
    {
      name: 'dial_plan',
      label: t('integration.dialPlan'),
      text: (value) => {
        const { code, action } = value as DialledCode;
        return `${code} · ${t(`integration.dialActions.${action}`)}`;
      },
      isList: true,
    },
  ];
}
