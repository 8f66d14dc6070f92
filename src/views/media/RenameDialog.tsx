import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { TextField } from '../kit/form/fields.tsx';
import { useCrudRow } from '../kit/form/useCrudRow.ts';
import { useFieldWords } from '../kit/form/useFieldWords.ts';

interface Values {
  name: string;
}

/**
 * Gives a thing another name, or makes a new one of which nothing but the name is known (`row` null). What somebody else
 * has called it meanwhile is shown, not overwritten.
 */
export function RenameDialog(props: {
  entity: EntityContract;
  row: { id: number; rev: number; name: string } | null;
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
  const { row, hint, onSaved } = props;
  const shared = useCrudRow<Values>(props.entity, row, [words.plain('name', t('common.name'))]);
  return (
    <FormDialog<Values, Values>
      title={props.title}
      schema={props.schema}
      defaults={{ name: row?.name ?? '' }}
      onSubmit={async (values, form) => {
        await shared.onSubmit(values, form as never);
        await onSaved?.();
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
          {shared.view}
        </>
      )}
    </FormDialog>
  );
}
