import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FireInputSettings } from '../../../../contract/entities/terminals/fireControlDevice.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { FormField, NumberField } from '../../kit/form/fields.tsx';
import { LineNamesField } from '../../kit/form/LineNames.tsx';
import { type FireRow, fireColumns } from '../../shared/terminals/fireColumns.ts';
import { useZones } from '../../shared/zones/useZones.ts';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import type { Fact } from '../devices/TerminalPanel.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { InputSettings } from './InputSettings.tsx';
import { Lines } from './Lines.tsx';
import { PanelDialog } from './PanelDialog.tsx';
import { PanelFields } from './PanelFields.tsx';
import { panelText } from './panelText.ts';

/** Number of inputs that a terminal has, or has settings for. */
function inputCount(row: FireRow): number {
  return Math.max(1, row.inputs.length, row.status?.inputs.length ?? 0);
}

function outputCount(row: FireRow): number {
  return Math.max(row.output_names.length, row.status?.outputs.length ?? 0);
}

function settings(t: TFunction, form: TerminalFormControls, row: FireRow) {
  const { control } = form;
  return (
    <>
      {row.panel !== null && <PanelFields form={form} />}
      <NumberField
        control={control}
        name="delayTriggerTime"
        label={t('fire.delay')}
        hint={t('fire.delayHint')}
        min={0}
        max={600}
      />
      <FormField control={control} name="inputs" label={t('fire.inputs')} hint={t('fire.inputsHint')}>
        {(field) => (
          <InputSettings
            value={(field.value ?? []) as FireInputSettings[]}
            count={inputCount(row)}
            onChange={field.onChange}
          />
        )}
      </FormField>
      {outputCount(row) > 0 && (
        <LineNamesField
          control={control}
          name="output_names"
          label={t('fire.outputNames')}
          count={outputCount(row)}
          line={(output) => t('fire.outputN', { output })}
        />
      )}
    </>
  );
}

/** menu_fire_control_device: alarm terminals, live: inputs with their wiring, outputs, delay, groups. */
export function Component() {
  const { t } = useTranslation();
  const zones = useZones();
  const may = usePermission();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <KindScreen
        kind="fire_control_device"
        columns={fireColumns}
        Now={Lines}
        facts={(row) => [
          [t('fire.delay'), t('fire.seconds', { n: row.delayTriggerTime })],
          ...(row.panel === null ? [] : [[t('panelLink.title'), panelText(row.panel, t)] as Fact]),
        ]}
        fields={(form, row) => settings(t, form, row)}
        tools={
          may('create_fire_control_device') && (
            // Not the primary action: terminals of ours are adopted from the list of found ones.
            <CreateButton label={t('panelLink.add')} isSecondary onPress={() => setAdding(true)} />
          )
        }
      />
      {isAdding && <PanelDialog zones={zones ?? []} org={undefined} onClose={() => setAdding(false)} />}
    </>
  );
}
