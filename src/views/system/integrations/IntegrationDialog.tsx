import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type Integration,
  integrationEntity,
  integrationEvents,
  integrationForm,
} from '../../../../contract/entities/site/integration.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { IntegrationFields } from './IntegrationFields.tsx';
import type { IntegrationValues } from './SecretField.tsx';
import { useIntegrationFields } from './useIntegrationFields.ts';

/** Rules of the form of a row, which has stored secrets. */
const formOf = (row: Integration | null) =>
  integrationForm(row?.has_secret ?? false, new Set(row?.dial_plan.map(({ code }) => code)));

/**
 * Dialog that creates or changes a connection to another system. Its secret is shown while it is typed, never
 * again.
 */
export function IntegrationDialog(props: {
  row: Integration | null;
  onMade: (row: Integration) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { row } = props;
  const dialog = useEntityForm<IntegrationValues, Integration>({
    path: integrationEntity.path,
    row,
    fields: useIntegrationFields(),
    // The kind of a connection never changes.
    body: ({ kind, ...values }) => (row === null ? { kind, ...values } : values),
    onSaved: (saved) => row === null && props.onMade(saved),
  });
  const schema = useMemo(() => formOf(row), [row]);
  return (
    <FormDialog<IntegrationValues, IntegrationValues>
      {...dialog}
      title={t(row === null ? 'integration.add' : 'integration.edit')}
      schema={schema as unknown as z.ZodType<IntegrationValues, IntegrationValues>}
      width={760}
      defaults={{
        name: row?.name ?? '',
        kind: row?.kind ?? 'webhook_out',
        enabled: row?.enabled ?? true,
        org: row?.org ?? null,
        url: row?.url ?? '',
        certificate: row?.certificate ?? '',
        events: row?.events ?? [...integrationEvents],
        alarm_plan: row?.alarm_plan ?? null,
        poll_s: row?.poll_s ?? 60,
        mappings: row?.mappings ?? [],
        peers: row?.peers ?? [],
        account: row?.account ?? null,
        dial_plan: row?.dial_plan ?? [],
        zone_controls: row?.zone_controls ?? [],
      }}
      onClose={props.onClose}
    >
      {(form) => <IntegrationFields form={form} row={row} />}
    </FormDialog>
  );
}
