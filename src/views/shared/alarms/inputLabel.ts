import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';

/** Label of an input: its number, with its name if it has one. */
export function inputLabel(alarm: Pick<AlarmLive, 'input_names'>, input: number): string {
  const name = alarm.input_names[String(input)] ?? '';
  return name === '' ? String(input) : `${input} (${name})`;
}
