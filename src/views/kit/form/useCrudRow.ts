import type { UseFormReturn } from 'react-hook-form';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { CallOptions } from '../../../api/client.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { SharedField } from './merge.ts';
import { useSharedRow } from './useSharedRow.tsx';

interface Calls {
  get(id: number, options: CallOptions): Promise<{ rev: number } & Record<string, unknown>>;
  create(body: object, options: CallOptions): Promise<unknown>;
  patch(id: number, body: object, options: CallOptions): Promise<unknown>;
}
const quiet = { quiet: true };

/**
 * Saves the form of a plain entity: a new row (`row` null), or a change merged with what somebody else saved
 * meanwhile. Pass `onSubmit` to the `FormDialog` and show `view` below its fields.
 */
export function useCrudRow<Values extends object>(
  entity: EntityContract,
  row: { id: number; rev: number } | null,
  fields: readonly SharedField[],
) {
  const { crud } = useApp();
  const calls = crud(entity) as unknown as Calls;
  const { submit, view } = useSharedRow<Values>({
    stored: row === null ? null : { ...row },
    fields,
    read: () => calls.get(row?.id ?? 0, quiet),
    save: (values, rev) =>
      row === null ? calls.create(values, quiet) : calls.patch(row.id, { ...values, rev }, quiet),
  });
  const onSubmit = (values: Values, form: Pick<UseFormReturn, 'setValue'>) =>
    submit(values, (name, value) => form.setValue(name, value));
  return { onSubmit, view };
}
