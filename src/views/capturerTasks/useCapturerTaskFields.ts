import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../contract/format.ts';
import { useApp } from '../app/AppContext.tsx';
import type { SharedField } from '../kit/form/merge.ts';
import { useFieldWords } from '../kit/form/useFieldWords.ts';

/** The fields of a capturer task that two people may change at the same time, in words. */
export function useCapturerTaskFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const { plain, named, enabled } = useFieldWords();
  const list = (...field: Parameters<typeof named>): SharedField => ({ ...named(...field), isList: true });
  const { capturer } = streams.terminals;
  return [
    plain('name', t('common.name')),
    named('capturer', t('codes.audioSource.3'), (id) => capturer.get(id)?.name),
    plain('capturer_channel', t('schedule.channel')),
    enabled('enabled'),
    plain('priority', t('common.priority')),
    plain('volume', t('common.volume')),
    { name: 'duration', label: t('schedule.endAfter'), text: (value) => formatDuration(Number(value)) },
    list('devices', t('task.terminals'), (id) => streams.device.get(id)?.name),
    list('orgs', t('kit.zones'), (id) => streams.partition.get(id)?.name),
    list('groups', t('groups.title'), (id) => streams.deviceGroup.get(id)?.name),
  ];
}
