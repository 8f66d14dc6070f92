import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Validates every field with an error again whenever any value changes: a rule between fields marks one of
 * them and may be fulfilled by another, which would leave the error. Errors of the server stay until their
 * field changes.
 */
export function useFreshErrors<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
): void {
  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name }) => {
      const wrong = Object.entries(form.formState.errors).filter(
        ([field, error]) => error?.type !== 'server' || field === name,
      );
      if (wrong.length > 0) void form.trigger(wrong.map(([field]) => field as Path<Input>));
    });
    return unsubscribe;
  }, [form]);
}
