import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { newPanels, type PanelProtocol } from '../../../../contract/entities/terminals/panel.ts';
import { panelCreate } from '../../../../contract/entities/terminals/panelForm.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';
import { PanelFields } from './PanelFields.tsx';
import { ProtocolField } from './ProtocolField.tsx';

type Values = Record<string, unknown>;

/** Dialog that adds a panel of another make. */
export function PanelDialog({
  zones,
  org,
  onClose,
}: {
  zones: readonly PartitionLive[];
  /** Zone that is selected in the list. */
  org: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const dialog = useEntityForm<Values, { name: string }>({
    path: 'fire_control_device/panel',
    row: null,
    fields: [],
  });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={t('panelLink.add')}
      schema={panelCreate as never}
      width={640}
      defaults={{ name: '', org: org ?? null, panel: newPanels.modbus_tcp }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={50} />
          <FormField control={form.control} name="org" label={t('zones.zone')}>
            {(field) => (
              <ZonePicker zones={zones} value={field.value as number | null} onChange={field.onChange} />
            )}
          </FormField>
          <ProtocolField
            form={form}
            onChoose={(protocol: PanelProtocol) => {
              const { panel_host } = form.getValues('panel') as { panel_host: string };
              form.setValue('panel', { ...newPanels[protocol], panel_host });
              form.clearErrors('panel');
            }}
          />
          <PanelFields form={form} />
        </>
      )}
    </FormDialog>
  );
}
