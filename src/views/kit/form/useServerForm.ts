import { useState } from 'react';
import { type FieldValues, type Path, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { useFreshErrors } from './useFreshErrors.ts';
import { useOnce } from './useOnce.ts';

/** Error of a refused call as a form uses it; `ApiError` of src/api has this shape. */
interface Refusal {
  message: string;
  fields: readonly { path: string; message: string }[];
}

function refusalOf(error: unknown): Refusal {
  const { message, fields } = error as Partial<Refusal>;
  return { message: message ?? String(error), fields: fields ?? [] };
}

/** Name of the field that shows an error of one of its items (`files.0.id`). */
export const listOf = (path: string) => path.split('.')[0] ?? path;

/**
 * Form that is submitted once at a time and keeps its input when the server refuses it: reasons are shown at
 * their fields, and `refused` is the message for the form (null: none).
 *
 * @param options of `useForm`; the resolver is made by `formResolver`
 * @param save rejects with an `ApiError`; with an empty message to show none
 * @param fieldOf names the field that shows an error of the server
 */
export function useServerForm<Input extends FieldValues, Output extends FieldValues>(
  options: UseFormProps<Input, unknown, Output>,
  save: (values: Output, form: UseFormReturn<Input, unknown, Output>) => Promise<unknown>,
  fieldOf: (path: string) => string = (path) => path,
) {
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm<Input, unknown, Output>({ mode: 'onTouched', ...options });
  const submit = useOnce(
    form.handleSubmit(async (values) => {
      setRefused(null);
      try {
        await save(values, form);
      } catch (error) {
        const { message, fields } = refusalOf(error);
        for (const field of fields)
          form.setError(fieldOf(field.path) as Path<Input>, { type: 'server', message: field.message });
        setRefused(message || null);
      }
    }),
  );
  useFreshErrors(form);
  return { form, refused, submit };
}
