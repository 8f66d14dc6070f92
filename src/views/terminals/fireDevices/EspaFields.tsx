import { useTranslation } from 'react-i18next';
import type { EspaCall } from '../../../../contract/entities/terminals/panel.ts';
import { FormField, NumberField, SelectField, SwitchField } from '../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import { CallList } from './CallList.tsx';

const stations = Array.from({ length: 10 }, (_, i) => ({ value: String(i), label: String(i) }));

/** Fields of a connection by ESPA 4.4.4 in two columns, below `panel`. */
export function EspaFields({ control }: Pick<TerminalFormControls, 'control'>) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField control={control} name="panel.station" label={t('panelLink.station')} options={stations} />
      <SelectField
        control={control}
        name="panel.peer_station"
        label={t('panelLink.peer')}
        options={stations}
      />
      <NumberField control={control} name="panel.silence_s" label={t('panelLink.silence')} min={2} max={60} />
      <NumberField
        control={control}
        name="panel.hold_s"
        label={t('panelLink.hold')}
        hint={t('panelLink.holdHint')}
        min={0}
        max={3600}
      />
      <SwitchField control={control} name="panel.polls" label={t('panelLink.polls')} />
    </>
  );
}

/** Calls of a connection by ESPA 4.4.4. */
export function EspaCalls({ control }: Pick<TerminalFormControls, 'control'>) {
  const { t } = useTranslation();
  return (
    <>
      <FormField
        control={control}
        name="panel.inputs"
        label={t('panelLink.calls')}
        hint={t('panelLink.callsHint')}
      >
        {(field) => (
          <CallList
            label={t('panelLink.calls')}
            lineName={(input) => t('fire.inputN', { input })}
            any={t('panelLink.any')}
            value={(field.value ?? []) as EspaCall[]}
            onChange={field.onChange}
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="panel.outputs"
        label={t('panelLink.sent')}
        hint={t('panelLink.sentHint')}
      >
        {(field) => (
          <CallList
            label={t('panelLink.sent')}
            lineName={(output) => t('fire.outputN', { output })}
            any={null}
            value={(field.value ?? []) as EspaCall[]}
            onChange={field.onChange}
          />
        )}
      </FormField>
    </>
  );
}
