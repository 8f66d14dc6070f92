import { useTranslation } from 'react-i18next';
import { SelectField } from '../../kit/form/fields.tsx';
import { useFileGroups } from '../../shared/media/useFileGroups.ts';
import type { TerminalFormControls } from './TerminalForm.tsx';

/** Field for the own library of a sound terminal: a group of music files, or none. */
export function FileGroupField({ form }: { form: TerminalFormControls }) {
  const { t } = useTranslation();
  const groups = useFileGroups();
  return (
    <SelectField
      control={form.control}
      name="file_group"
      label={t('devices.fileGroup')}
      hint={t('devices.fileGroupHint')}
      options={[
        { value: null, label: t('common.none') },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
