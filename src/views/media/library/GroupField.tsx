import { Dropdown, Option } from '@fluentui/react-components';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { MediaGroupLive } from '../../../../contract/entities/sound/library.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';

/** Field for the groups of an item; none is allowed. */
export function GroupField<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  name: FieldPath<V>;
  groups: readonly MediaGroupLive[];
}) {
  const { t } = useTranslation();
  const owner = useOwner();
  return (
    <FormField control={props.control} name={props.name} label={t('file.group')}>
      {({ value, onChange, ref, ...field }) => {
        const chosen = (value ?? []) as readonly number[];
        const names = props.groups.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
        return (
          <Dropdown
            {...field}
            ref={ref}
            multiselect
            style={{ minWidth: 0 }}
            value={names.length === 0 ? t('file.noGroup') : names.join(t('kit.listComma'))}
            selectedOptions={chosen.map(String)}
            onOptionSelect={(_, data) => onChange(data.selectedOptions.map(Number))}
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
          </Dropdown>
        );
      }}
    </FormField>
  );
}
