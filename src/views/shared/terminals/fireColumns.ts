import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import {
  defaultFireInput,
  type FireInputSettings,
} from '../../../../contract/entities/terminals/fireControlDevice.ts';
import type { StatusOf } from '../../../../contract/protocol/terminalStatus.ts';
import type { KindRow } from '../../../streams/kind.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, numberColumn } from '../../kit/grid/columns.ts';
import type { KindContext } from './kindColumns.ts';

export type FireRow = KindRow<'fire_control_device'>;
export type FireInput = StatusOf<'fire_control_device'>['inputs'][number];

/** Settings of an input. */
export function inputSettings(row: Pick<FireRow, 'inputs'>, input: number): FireInputSettings {
  return row.inputs[input - 1] ?? defaultFireInput;
}

/** Label of an input: its name, else its number. */
export function inputName(row: Pick<FireRow, 'inputs'>, input: number, t: TFunction): string {
  return inputSettings(row, input).name || t('fire.inputN', { input });
}

/** Label of an output: its name, else its number. */
export function outputName(row: Pick<FireRow, 'output_names'>, output: number, t: TFunction): string {
  return row.output_names[output - 1] || t('fire.outputN', { output });
}

/** Summary of the inputs: active ones by name first, then broken or shorted lines. */
export function inputsText(row: Pick<FireRow, 'status' | 'inputs'>, t: TFunction): DetailText {
  const inputs = row.status?.inputs;
  if (inputs === undefined) return { main: '', detail: '—' };
  const active = inputs.filter((one) => one.active);
  const broken = inputs.filter((one) => one.line !== 'ok');
  const comma = t('kit.listComma');
  const names = (list: readonly FireInput[]) => list.map((one) => inputName(row, one.input, t)).join(comma);
  const main = [
    ...(active.length > 0 ? [t('fire.activeN', { names: names(active) })] : []),
    ...(broken.length > 0 ? [t('fire.brokenN', { names: names(broken) })] : []),
  ].join(comma);
  const detail = t('fire.inputCount', { count: inputs.length });
  return main === '' ? { main, detail } : { main, detail, fault: true };
}

/** Outputs that are on, by name. */
export function outputsText(row: Pick<FireRow, 'status' | 'output_names'>, t: TFunction): DetailText {
  const outputs = row.status?.outputs;
  if (outputs === undefined) return { main: '', detail: '—' };
  const on = outputs.filter((one) => one.on).map((one) => outputName(row, one.output, t));
  return { main: on.join(t('kit.listComma')), detail: t('fire.outputCount', { count: outputs.length }) };
}

/** Columns of inputs, outputs and the delay. */
export function fireColumns({ t }: KindContext): ColDef<FireRow>[] {
  return [
    detailColumn<FireRow>('inputs', t('fire.inputs'), (row) => inputsText(row, t), { flex: 3 }),
    detailColumn<FireRow>('outputs', t('fire.outputs'), (row) => outputsText(row, t), { flex: 2 }),
    numberColumn<FireRow>(
      'delayTriggerTime',
      t('fire.delay'),
      (value) => t('fire.seconds', { n: value ?? 0 }),
      {
        width: 128,
      },
    ),
  ];
}
