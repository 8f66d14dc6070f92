import type { UseFormReturn } from 'react-hook-form';
import type { Targets } from './TargetPicker.tsx';

/** Form fields of the targets. */
export interface TargetValues {
  devices: number[];
  orgs: number[];
  groups: number[];
}

/** Writes chosen targets to a form. The error "no target" is shown at the terminals for every kind. */
export function setTargets<V extends TargetValues, O>(
  form: UseFormReturn<V, unknown, O>,
  next: Partial<Targets>,
): void {
  const { setValue, getValues, formState } = form as unknown as UseFormReturn<TargetValues>;
  const options = { shouldDirty: true, shouldValidate: false } as const;
  if (next.orgs !== undefined) setValue('orgs', [...next.orgs], options);
  if (next.groups !== undefined) setValue('groups', [...next.groups], options);
  setValue('devices', [...(next.devices ?? getValues('devices'))], {
    ...options,
    shouldValidate: formState.errors.devices !== undefined,
  });
}
