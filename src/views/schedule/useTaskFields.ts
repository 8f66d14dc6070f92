import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scheduledTaskFields } from '../../../contract/entities/scheduledTask.ts';
import { useApp } from '../app/AppContext.tsx';
import type { SharedField } from '../kit/form/merge.ts';
import { auditWords } from '../logs/auditWords.ts';
import type { ListedFile } from '../tasks/useFileNames.ts';
import { usePlans } from './usePlans.ts';

/** The fields of a saved task that two people may change at the same time, in the words of the audit log. */
export function useTaskFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const client = useQueryClient();
  const plans = usePlans();
  const zone = (id: number) => streams.partition.get(id)?.name;
  const device = (id: number) => streams.device.get(id)?.name;
  const words = auditWords(t, { zone, device });
  const names: Readonly<Record<string, (id: number) => string | undefined>> = {
    plan_id: (id) => plans?.find((plan) => plan.id === id)?.name,
    // The form asks for the names of all files in it.
    files: (id) => client.getQueryData<ListedFile>(['file', id])?.name,
    capturer: (id) => streams.terminals.capturer.get(id)?.name,
    devices: device,
    orgs: zone,
    groups: (id) => streams.deviceGroup.get(id)?.name,
  };
  const unordered = new Set(['devices', 'orgs', 'groups', 'weekday_flags']);
  return Object.keys(scheduledTaskFields.shape).map((name) => {
    const nameOf = names[name];
    const one = (value: unknown) =>
      nameOf === undefined || value === null
        ? words.value(name, value)
        : (nameOf(Number(value)) ?? `#${value}`);
    return {
      name,
      label: name === 'groups' ? t('groups.title') : words.field(name),
      text: (value) =>
        Array.isArray(value) && value.length > 0 ? value.map(one).join(t('kit.listComma')) : one(value),
      ...(unordered.has(name) ? { isList: true } : {}),
    };
  });
}
