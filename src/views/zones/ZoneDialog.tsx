import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { idSchema } from '../../../contract/envelope.ts';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { FormField } from '../kit/form/fields.tsx';
import { ZonePicker } from './ZonePicker.tsx';
import type { ZoneTree } from './zoneTree.ts';

const schema = z.object({ org: idSchema.nullable().refine((org) => org !== null, 'rules.selectOrg') });

/** Asks for a zone: to put terminals into, or to move a zone under. */
export function ZoneDialog(props: {
  title: string;
  label: string;
  submitLabel: string;
  tree: ZoneTree;
  value: number | undefined;
  isOff?: (id: number) => boolean;
  onSubmit: (org: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={props.title}
      schema={schema}
      defaults={{ org: props.value ?? null }}
      onSubmit={({ org }) => (org === null ? Promise.resolve() : props.onSubmit(org))}
      onClose={props.onClose}
      submitLabel={props.submitLabel}
    >
      {({ control }) => (
        <FormField control={control} name="org" label={props.label}>
          {(field) => (
            <ZonePicker
              tree={props.tree}
              value={(field.value as number | null) ?? undefined}
              onChange={field.onChange}
              label={t('zones.title')}
              {...(props.isOff === undefined ? {} : { isOff: props.isOff })}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
