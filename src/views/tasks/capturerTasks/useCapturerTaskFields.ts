import { useTranslation } from 'react-i18next';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { durationText } from '../../kit/time/lengths.ts';

/** Describes the fields of a capturer task that two people may change at the same time. */
export function useCapturerTaskFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { plain, named, enabled } = useFieldWords();
  const list = (...field: Parameters<typeof named>): SharedField => ({ ...named(...field), isList: true });
  return [
    plain('name', t('common.name')),
    named('capturer', t('codes.audioSource.3'), 'capturer'),
    plain('capturer_channel', t('schedule.channel')),
    enabled('enabled'),
    plain('priority', t('common.priority')),
    plain('volume', t('common.volume')),
    {
      name: 'duration',
      label: t('schedule.endAfter'),
      text: (value) => (value === 0 ? t('common.none') : durationText(t, Number(value) * 1000)),
    },
    {
      name: 'resume_policy',
      label: t('task.resumePolicy'),
      text: (value) => t(`codes.resumePolicy.${value}`),
    },
    list('devices', t('task.terminals'), 'device'),
    list('orgs', t('kit.zones'), 'partition'),
    list('groups', t('groups.title'), 'device_group'),
  ];
}
