import { useTranslation } from 'react-i18next';
import { useApp } from '../app/AppContext.tsx';
import type { SharedField } from '../kit/form/merge.ts';
import { useFieldWords } from '../kit/form/useFieldWords.ts';

/** The fields of a linkage task that two people may change at the same time, in words. */
export function useLinkageFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const { plain, named } = useFieldWords();
  const list = (...field: Parameters<typeof named>): SharedField => ({ ...named(...field), isList: true });
  const zone = (id: number) => streams.partition.get(id)?.name;
  const unknown = () => undefined;
  return [
    plain('name', t('common.name')),
    named('org', t('task.zone'), zone),
    { name: 'audio_source', label: t('task.source'), text: (value) => t(`codes.audioSource.${value}`) },
    {
      name: 'files',
      label: t('file.files'),
      text: (value) =>
        [value]
          .flat()
          .map((id) => `#${id}`)
          .join(t('kit.listComma')),
    },
    plain('textContent', t('task.text')),
    named('preset_text', t('task.presetText'), unknown),
    plain('control_action', t('codes.audioSource.101')),
    { name: 'tone', label: t('linkage.tone'), text: (value) => t(`codes.attentionTone.${value}`) },
    plain('interval_time', t('linkage.gap')),
    plain('volume', t('linkage.volume')),
    list('devices', t('task.terminals'), (id) => streams.device.get(id)?.name),
    list('orgs', t('kit.zones'), zone),
    list('groups', t('groups.title'), (id) => streams.deviceGroup.get(id)?.name),
    plain('desc', t('common.description')),
  ];
}
