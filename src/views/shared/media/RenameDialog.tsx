import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { OwnerField } from './OwnerField.tsx';
import { useOwner } from './useOwner.ts';

interface Values {
  name: string;
  org?: number | null | undefined;
}

/**
 * Dialog that renames an item, or creates one that has a name only (`row` null). A name that somebody else
 * has given meanwhile is shown, not overwritten.
 */
export function RenameDialog(props: {
  entity: EntityContract;
  row: { id: number; rev: number; name: string; org?: number | null } | null;
  /** A library item: its owning zone can be chosen as well. */
  owned?: boolean;
  schema: z.ZodType<Values, Values>;
  title: string;
  label: string;
  hint?: string;
  maxLength: number;
  onSaved?: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = useFieldWords();
  const { row, hint, onSaved, owned = false } = props;
  const owner = useOwner();
  const dialog = useEntityForm<Values>({
    path: props.entity.path,
    row,
    fields: [
      words.plain('name', t('common.name')),
      ...(owned ? [words.named('org' as const, t('media.owner'), 'partition')] : []),
    ],
    onSaved: () => onSaved?.(),
  });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={props.title}
      schema={props.schema}
      defaults={{
        name: row?.name ?? '',
        ...(owned ? { org: row === null ? owner.first : (row.org ?? null) } : {}),
      }}
      onClose={props.onClose}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="name"
            label={props.label}
            {...(hint === undefined ? {} : { hint })}
            required
            maxLength={props.maxLength}
          />
          {owned && <OwnerField control={control} name="org" />}
        </>
      )}
    </FormDialog>
  );
}
