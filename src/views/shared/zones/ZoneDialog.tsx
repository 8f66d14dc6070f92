import { z } from 'zod';
import { idSchema } from '../../../../contract/api/envelope.ts';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField } from '../../kit/form/fields.tsx';
import { ZonePicker } from './ZonePicker.tsx';

const schema = z.object({ org: idSchema.nullable().refine((org) => org !== null, 'rules.selectOrg') });

/** Dialog that asks for a zone: a target for terminals, or a new parent of a zone. */
export function ZoneDialog(props: {
  title: string;
  label: string;
  submitLabel: string;
  zones: readonly PartitionLive[];
  value: number | undefined;
  isOff?: (id: number) => boolean;
  onSubmit: (org: number) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={props.title}
      schema={schema}
      defaults={{ org: props.value ?? null }}
      onSubmit={({ org }) => (org === null ? Promise.resolve() : props.onSubmit(org))}
      saved="elsewhere"
      onClose={props.onClose}
      submitLabel={props.submitLabel}
    >
      {({ control }) => (
        <FormField control={control} name="org" label={props.label}>
          {(field) => (
            <ZonePicker
              zones={props.zones}
              value={field.value as number | null}
              onChange={field.onChange}
              {...(props.isOff === undefined ? {} : { isOff: props.isOff })}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
