import { useTranslation } from 'react-i18next';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';

/** Describes the fields of a linkage task that two people may change at the same time. */
export function useLinkageFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { text, plain, named } = useFieldWords();
  const list = (...field: Parameters<typeof named>): SharedField => ({ ...named(...field), isList: true });
  return [
    plain('name', t('common.name')),
    named('org', t('task.zone'), 'partition'),
    { name: 'audio_source', label: t('task.source'), text: (value) => t(`codes.audioSource.${value}`) },
    named('files', t('codes.audioSource.0'), 'file'),
    plain('textContent', t('task.text')),
    named('preset_text', t('task.presetText'), 'preset_text'),
    plain('voiceName', t('task.voice')),
    plain('voiceSpeed', t('presetText.speed')),
    {
      name: 'control_action',
      label: t('codes.audioSource.101'),
      text: (value) => (value === null ? text(value) : t(`codes.controlAction.${value}`)),
    },
    plain('control_volume', t('common.volume')),
    { name: 'tone', label: t('linkage.tone'), text: (value) => t(`codes.attentionTone.${value}`) },
    plain('interval_time', t('linkage.gap')),
    plain('volume', t('linkage.volume')),
    list('devices', t('task.terminals'), 'device'),
    list('orgs', t('kit.zones'), 'partition'),
    list('groups', t('groups.title'), 'device_group'),
    plain('desc', t('common.description')),
  ];
}
