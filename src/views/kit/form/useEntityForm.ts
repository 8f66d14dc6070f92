import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import type { SharedField } from './merge.ts';
import { type Stored, useSharedRow } from './useSharedRow.tsx';

const quiet = { quiet: true };

/** Takes the values that are chosen where two people changed the row; a form does. */
interface Target {
  setValue(name: string, value: unknown): void;
}

/**
 * Opens a row in a form (null: a new one) and saves it: created, or changed and merged with what somebody else
 * saved meanwhile. Spread the result over a `FormDialog`, which then says that it is saved; its `foot` shows both versions. `base`: the row as it
 * was last read.
 */
export function useEntityForm<Values extends object, Saved = unknown>(options: {
  /** The entity's, below `/v1`. */
  path: string;
  row: { id: number } | null;
  /** Fields that two people may change at the same time. */
  fields: readonly SharedField[];
  /** Converts the values to the body of the call; null: there is nothing to save. */
  body?: (values: Values, base: Stored | null) => object | null;
  /** Runs before the dialog closes. */
  onSaved?: (saved: Saved) => unknown;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const queries = useQueryClient();
  const { path, row, body = (values: Values): object => values } = options;
  const address = `/v1/${path}/${row?.id}`;
  const { submit, base, view } = useSharedRow<Values>({
    stored: row as Stored | null,
    fields: options.fields,
    read: () => api.get<Stored>(address, undefined, quiet),
    async save(values, rev, before) {
      const sent = body(values, before);
      if (sent === null) return;
      const saved = await (row === null
        ? api.post<Saved>(`/v1/${path}`, sent, quiet)
        : api.patch<Saved>(address, { ...sent, rev }, quiet));
      void queries.invalidateQueries({ queryKey: ['rows', path] });
      await options.onSaved?.(saved);
    },
  });
  const onSubmit = (values: Values, form: Target) =>
    submit(values, (name, value) => form.setValue(name, value));
  const saved = ({ name }: { name?: string | undefined }) => t('kit.saved', { name: name ?? '' });
  return { onSubmit, saved, base, foot: view };
}
