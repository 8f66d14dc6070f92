import { useTranslation } from 'react-i18next';
import { modbusTables } from '../../../../contract/fieldCodes.ts';
import { MAX_LINES } from '../../../../contract/protocol/terminalStatus.ts';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';

const LAST = 65_535;

/** Fields of a panel by Modbus TCP, below `panel`. */
export function ModbusFields({ control }: Pick<TerminalFormControls, 'control'>) {
  const { t } = useTranslation();
  const number = (name: string, label: string, max: number, min = 0) => (
    <NumberField control={control} name={`panel.${name}`} label={label} min={min} max={max} />
  );
  return (
    <>
      {number('unit', t('panelLink.unit'), 255)}
      {number('poll_ms', t('panelLink.poll'), 2000, 50)}
      <SelectField
        control={control}
        name="panel.table"
        label={t('panelLink.table')}
        options={modbusTables.map((value) => ({ value, label: t(`panelLink.tables.${value}`) }))}
      />
      <span />
      {number('input_start', t('panelLink.inputStart'), LAST)}
      {number('input_count', t('panelLink.inputCount'), MAX_LINES)}
      {number('output_start', t('panelLink.outputStart'), LAST)}
      {number('output_count', t('panelLink.outputCount'), MAX_LINES)}
    </>
  );
}
