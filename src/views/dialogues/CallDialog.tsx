import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callBody } from '../../../contract/call.ts';
import { dialogueEntity } from '../../../contract/entities/dialogue.ts';
import type { KindRow } from '../../streams/kind.ts';
import { useApp } from '../app/AppContext.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { TextField } from '../kit/form/fields.tsx';

/** Has a station call a number: its own callee is proposed. */
export function CallDialog({ row, onClose }: { row: KindRow<'dialogue'>; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { call_number, dialogue_code } = row;
  const schema = useMemo(
    () =>
      z.object({
        number: callBody.shape.number.refine(
          (number) => ![call_number, dialogue_code].includes(number),
          'call.self',
        ),
      }),
    [call_number, dialogue_code],
  );
  return (
    <FormDialog
      title={t('dialogue.callTitle', { name: row.name })}
      schema={schema}
      defaults={{ number: row.callee }}
      onSubmit={(body) => api.post(`/v1/${dialogueEntity.path}/${row.id}/call`, body, { quiet: true })}
      onClose={onClose}
      submitLabel={t('dialogue.call')}
    >
      {(form) => (
        <TextField
          control={form.control}
          name="number"
          label={t('dialogue.number')}
          hint={t('dialogue.calleeHint')}
          required
          maxLength={12}
        />
      )}
    </FormDialog>
  );
}
