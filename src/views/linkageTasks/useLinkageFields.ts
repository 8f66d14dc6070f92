import { useTranslation } from 'react-i18next';
import { useApp } from '../app/AppContext.tsx';
import type { SharedField } from '../kit/form/merge.ts';

const id = (value: unknown) => `#${value}`;

/** The fields that two people may change at the same time, in words. */
export function useLinkageFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const plain = (value: unknown) => (value === null || value === '' ? t('common.none') : String(value));
  const zone = (value: unknown) => streams.partition.get(Number(value))?.name ?? id(value);
  const device = (value: unknown) => streams.device.get(Number(value))?.name ?? id(value);
  const group = (value: unknown) => streams.deviceGroup.get(Number(value))?.name ?? id(value);
  return [
    { name: 'name', label: t('common.name'), text: plain },
    { name: 'org', label: t('task.zone'), text: zone },
    { name: 'audio_source', label: t('task.source'), text: (value) => t(`codes.audioSource.${value}`) },
    {
      name: 'files',
      label: t('file.files'),
      text: (value) => [value].flat().map(id).join(t('kit.listComma')),
    },
    { name: 'textContent', label: t('task.text'), text: plain },
    {
      name: 'preset_text',
      label: t('task.presetText'),
      text: (value) => (value === null ? plain(value) : id(value)),
    },
    { name: 'control_action', label: t('codes.audioSource.101'), text: plain },
    { name: 'tone', label: t('linkage.tone'), text: (value) => t(`codes.attentionTone.${value}`) },
    { name: 'interval_time', label: t('linkage.gap'), text: plain },
    { name: 'volume', label: t('linkage.volume'), text: plain },
    { name: 'devices', label: t('task.terminals'), text: device, isList: true },
    { name: 'orgs', label: t('kit.zones'), text: zone, isList: true },
    { name: 'groups', label: t('groups.title'), text: group, isList: true },
    { name: 'desc', label: t('common.description'), text: plain },
  ];
}
