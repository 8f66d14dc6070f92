import { type ReactNode, useMemo, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { withAliasRule } from '../../../../contract/entities/terminals/terminalForms.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useNames } from '../../kit/rows/useNames.ts';
import { VolumeField } from '../../shared/terminals/VolumeField.tsx';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';
import { settingField } from './settingText.ts';

const common = ['name', 'dev_name2', 'call_number', 'org', 'ao_volume', 'ai_volume'] as const;
const volumes = ['ao_volume', 'ai_volume'] as const;
const labels = { ao_volume: 'devices.aoVolume', ai_volume: 'devices.aiVolume' } as const;

type Values = Record<string, unknown>;
/** Form of any kind; its fields depend on the kind. */
export type TerminalFormControls = UseFormReturn<Values, unknown, Values>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Dialog that changes the stored settings of a terminal of any kind. Only changed fields are sent, with the
 * revision that was read.
 * `children`: fields of the kind's own settings.
 */
export function TerminalForm(props: {
  row: TerminalLive;
  zones: readonly PartitionLive[];
  /** Fields stored in tables of the kind. */
  related?: readonly string[];
  children?: ((form: TerminalFormControls) => ReactNode) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { zones } = props;
  // The row is live, but the form starts from the row at the time the dialog opened.
  const [row] = useState(props.row);
  const { entity, settings, secrets } = terminalKinds[row.kind];
  const schema = useMemo(() => withAliasRule(entity.patch), [entity]);
  const fields = [...common, ...Object.keys(settings.shape), ...(props.related ?? [])];
  const of = (from: Values): Values => Object.fromEntries(fields.map((field) => [field, from[field]]));
  const zoneName = (id: unknown) =>
    zones.find((zone) => zone.id === id)?.name ?? (id === null ? t('common.none') : String(id));
  const { nameOf } = useNames();
  const dialog = useEntityForm<Values>({
    path: entity.path,
    row,
    fields: fields.map((name) =>
      settingField(name, {
        t,
        zoneName,
        accountName: (id) => nameOf('user', id),
        fileGroupName: (id) => nameOf('file_group', id),
      }),
    ),
    body(values, base) {
      const before = of(base ?? row);
      const changed = fields.filter((field) => !same(values[field], before[field]));
      const typed = secrets.filter((field) => values[field] !== '' && values[field] !== undefined);
      const sent = [...changed, ...typed];
      return sent.length === 0 ? null : Object.fromEntries(sent.map((field) => [field, values[field]]));
    },
  });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={t('devices.editTitle', { name: row.name })}
      schema={schema as never}
      defaults={of(row)}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={50} />
          <TextField
            control={form.control}
            name="dev_name2"
            label={t('devices.alias')}
            hint={t('devices.aliasHint')}
            maxLength={50}
          />
          {props.children?.(form)}
          <TextField
            control={form.control}
            name="call_number"
            label={t('devices.callNumber')}
            hint={t('devices.callNumberHint')}
            maxLength={12}
          />
          {volumes.map((name) => (
            <FormField key={name} control={form.control} name={name} label={t(labels[name])}>
              {(field) => (
                <VolumeField value={Number(field.value)} label={t(labels[name])} onChange={field.onChange} />
              )}
            </FormField>
          ))}
          <FormField control={form.control} name="org" label={t('zones.zone')}>
            {(field) => (
              <ZonePicker zones={zones} value={field.value as number | null} onChange={field.onChange} />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}
