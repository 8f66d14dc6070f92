import type { TFunction } from 'i18next';
import type { GpioOutput, GpioTaskLive } from '../../../../contract/entities/tasks/gpioTask.ts';
import { defaultFireInput } from '../../../../contract/entities/terminals/fireControlDevice.ts';
import type { StatusName } from '../../kit/status/status.ts';
import type { FireRow } from '../../shared/terminals/fireColumns.ts';

/** States of the counters, in their order. */
export const gpioStates = ['gpio_in_alarm', 'gpio_running', 'gpio_idle', 'gpio_disabled'] as const;
export type GpioState = (typeof gpioStates)[number] & StatusName;

export function gpioState(row: Pick<GpioTaskLive, 'running' | 'in_alarm' | 'activated'>): GpioState {
  if (row.in_alarm) return 'gpio_in_alarm';
  if (row.running) return 'gpio_running';
  return row.activated ? 'gpio_idle' : 'gpio_disabled';
}

/** Fields of a fire terminal from which its lines get their names; undefined: not visible to the account. */
export type Panel = Pick<FireRow, 'name' | 'dev_name2' | 'inputs' | 'output_names' | 'status'> | undefined;

export function inputText(panel: Panel, input: number, t: TFunction): string {
  return (panel?.inputs[input - 1] ?? defaultFireInput).name || t('fire.inputN', { input });
}
export function outputText(panel: Panel, output: number, t: TFunction): string {
  return panel?.output_names[output - 1] || t('fire.outputN', { output });
}
export const panelName = (panel: Panel, id: number) => panel?.dev_name2 || panel?.name || `#${id}`;

/** Trigger of a task: inputs by name with their terminal, or an alarm plan. */
export function triggerText(
  row: Pick<GpioTaskLive, 'gpio_type' | 'fire_control_device' | 'input_nums'>,
  panelOf: (id: number) => Panel,
  t: TFunction,
): { main: string; detail: string } {
  const { fire_control_device: device, input_nums } = row;
  if (row.gpio_type === 'link' || device === null) return { main: t('gpio.byAlarm'), detail: '' };
  const panel = panelOf(device);
  return {
    main: input_nums.map((input) => inputText(panel, input, t)).join(t('kit.listComma')),
    detail: panelName(panel, device),
  };
}

/** Outputs of one terminal and the way they are switched. */
export function outputsLine(one: GpioOutput, panel: Panel, t: TFunction): string {
  const names = one.output_nums.map((output) => outputText(panel, output, t)).join(t('kit.listComma'));
  const how =
    one.mode === 'pulse' ? t('gpio.pulseFor', { n: one.pulse_ms / 1000 }) : t('codes.outputMode.hold');
  return t('gpio.outputsLine', { names, how });
}

/** Actions of a task: outputs, a saved task, or both. */
export function doesText(
  row: Pick<GpioTaskLive, 'outputs' | 'scheduled_task'>,
  panelOf: (id: number) => Panel,
  taskName: (id: number) => string,
  t: TFunction,
): { main: string; detail: string } {
  const outputs = row.outputs.map((one) => outputsLine(one, panelOf(one.fire_control_device), t));
  const task =
    row.scheduled_task === null ? '' : t('gpio.startsTask', { name: taskName(row.scheduled_task) });
  return outputs.length === 0
    ? { main: task, detail: '' }
    : { main: outputs.join(t('kit.listComma')), detail: task };
}

/** Current starters of a task; `#3` is an input. */
export function startersText(row: GpioTaskLive, panelOf: (id: number) => Panel, t: TFunction): string {
  const device = row.fire_control_device;
  return row.started_by
    .map((by) => {
      const input = /^#(\d+)$/.exec(by)?.[1];
      return input === undefined || device === null ? by : inputText(panelOf(device), Number(input), t);
    })
    .join(t('kit.listComma'));
}
