import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callBody } from '../../../../contract/protocol/call.ts';
import type { KindRow } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberChoice } from '../../shared/terminals/NumberChoice.tsx';

/** A call station of either kind. */
export type StationRow = KindRow<'dialogue'> | KindRow<'caster'>;

/** Dialog for a call from a station to a number; its own callee is proposed. */
export function CallDialog({ row, onClose }: { row: StationRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const own = useMemo(
    () => [row.call_number, 'dialogue_code' in row ? row.dialogue_code : ''].filter(Boolean),
    [row],
  );
  const schema = useMemo(
    () => z.object({ number: callBody.shape.number.refine((number) => !own.includes(number), 'call.self') }),
    [own],
  );
  return (
    <FormDialog
      title={t('dialogue.callTitle', { name: row.name })}
      schema={schema}
      defaults={{ number: 'callee' in row ? row.callee : '' }}
      onSubmit={(body) => api.post(`/v1/${row.kind}/${row.id}/call`, body, { quiet: true })}
      saved="elsewhere"
      onClose={onClose}
      submitLabel={t('dialogue.call')}
    >
      {(form) => (
        <NumberChoice
          control={form.control}
          name="number"
          label={t('dialogue.number')}
          required
          station={row.id}
        />
      )}
    </FormDialog>
  );
}
