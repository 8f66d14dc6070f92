import { useTranslation } from 'react-i18next';
import { scheduledTaskFields } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { auditWords } from '../../shared/logs/auditWords.ts';

/** Fields with ids of other entities, and the paths of those. */
const paths: Readonly<Record<string, string>> = {
  plan_id: 'plan',
  files: 'file',
  file_group: 'file_group',
  preset_text: 'preset_text',
  radio: 'radio',
  capturer: 'capturer',
  chime_before: 'file',
  chime_after: 'file',
  devices: 'device',
  orgs: 'partition',
  groups: 'device_group',
};
const unordered = new Set(['devices', 'orgs', 'groups', 'weekday_flags']);
const nobody = () => undefined;

/**
 * Describes the fields of a saved task that two people may change at the same time, in the terms of the audit
 * log.
 */
export function useTaskFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { named } = useFieldWords();
  const words = auditWords(t, { zone: nobody, device: nobody });
  return Object.keys(scheduledTaskFields.shape).map((name) => {
    const label = name === 'groups' ? t('groups.title') : words.field(name);
    const path = paths[name];
    return {
      ...(path === undefined
        ? { name, label, text: (value: unknown) => words.value(name, value) }
        : named(name, label, path)),
      ...(unordered.has(name) ? { isList: true } : {}),
    };
  });
}
