import type { FieldValues } from 'react-hook-form';
import { EntityChoice } from './EntityChoice.tsx';
import { type FieldProps, FormField } from './fields.tsx';

/**
 * Form field for one row of an entity, or none, chosen by typing part of its name. `path`: the entity's,
 * under `/v1`.
 */
export function EntityField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & {
    path: string;
    placeholder: string;
    /** Called with the choice. */
    onPick?: (id: number | null) => void;
  },
) {
  const { path, placeholder, onPick, ...field } = props;
  return (
    <FormField {...field}>
      {({ value, onChange, onBlur }) => (
        <EntityChoice
          path={path}
          // A required field has no value before the first choice.
          value={(value as number | null | undefined) ?? null}
          onChange={(id) => {
            onChange(id);
            onPick?.(id);
          }}
          onBlur={onBlur}
          placeholder={placeholder}
        />
      )}
    </FormField>
  );
}
