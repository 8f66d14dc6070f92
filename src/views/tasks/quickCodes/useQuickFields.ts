import { useTranslation } from 'react-i18next';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { useQuickNames } from './useQuickNames.ts';

/** Describes the fields of a quick code that two people may change at the same time. */
export function useQuickFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { names } = useQuickNames();
  const { text, plain, named, enabled } = useFieldWords();
  const list = (...field: Parameters<typeof named>): SharedField => ({ ...named(...field), isList: true });
  return [
    plain('code', t('quickCode.code')),
    plain('name', t('common.name')),
    named('org', t('zones.zone'), 'partition'),
    enabled('activated'),
    plain('desc', t('common.description')),
    {
      name: 'action',
      label: t('quickCode.action'),
      text: (value) => t(`quickCode.actions.${String(value)}`),
    },
    named('scheduled_task', t('gpio.savedTask'), 'scheduled_task'),
    { name: 'again', label: t('quickCode.again'), text: (value) => t(`quickCode.agains.${String(value)}`) },
    list('orgs', t('kit.zones'), 'partition'),
    list('groups', t('groups.title'), 'device_group'),
    list('devices', t('task.terminals'), 'device'),
    {
      name: 'station',
      label: t('quickCode.station'),
      // A caster or a dialogue terminal; the id does not tell which.
      text: (value) => (value === null ? text(value) : (names.station(Number(value)) ?? `#${String(value)}`)),
    },
    named('virtual_caster', t('quickCode.virtual'), 'virtual_caster'),
  ];
}
