import { Dropdown, Option } from '@fluentui/react-components';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { MediaGroupLive } from '../../../../contract/entities/sound/library.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';

/** Field for the group of an item, or none (null). */
export function GroupField<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  name: FieldPath<V>;
  groups: readonly MediaGroupLive[];
}) {
  const { t } = useTranslation();
  const owner = useOwner();
  const none = t('file.noGroup');
  return (
    <FormField control={props.control} name={props.name} label={t('file.group')}>
      {({ value, onChange, ref, ...field }) => (
        <Dropdown
          {...field}
          ref={ref}
          style={{ minWidth: 0 }}
          value={props.groups.find((group) => group.id === value)?.name ?? none}
          selectedOptions={[String(value ?? 0)]}
          onOptionSelect={(_, data) => onChange(data.optionValue === '0' ? null : Number(data.optionValue))}
        >
          {props.groups.map((group) => (
            <Option
              key={group.id}
              value={String(group.id)}
              text={group.name}
              disabled={owner.groupReason(group) !== undefined}
              title={owner.groupReason(group)}
            >
              {group.name}
            </Option>
          ))}
          <Option value="0">{none}</Option>
        </Dropdown>
      )}
    </FormField>
  );
}
