import type { MessageKey, MessageParams } from '../../../../contract/api/errors.ts';
import { readYesNo, type TransferKind } from '../../../../contract/api/transfer.ts';
import type { AlarmStep } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { Language } from '../../../../contract/language.ts';
import { codesIn, joinList, splitList } from '../listCell.ts';
import { yesNoCell } from './casters.transfer.ts';
import type { Names, ThingNames } from './thingNames.ts';

/** Kinds that are identified by name (linkage tasks, alarm plans) or by digits (quick codes). */
export const thingKinds = ['linkage_task', 'alarm_plan', 'quick_code'] as const;
export type ThingKind = (typeof thingKinds)[number];
export const isThingKind = (kind: TransferKind): kind is ThingKind =>
  (thingKinds as readonly string[]).includes(kind);

type Read = { value: unknown } | { key: MessageKey; params: MessageParams };

/** Conversion between a field and its cell; the rules of the field are applied afterwards. */
export interface Cell {
  column: string;
  field: string;
  text(value: unknown): string;
  read(text: string): Read;
}

/** Cell value for "the terminals' own volume". */
const OWN = 'own';

const texts = (column: string): Cell => ({
  column,
  field: column,
  text: (value) => String(value ?? ''),
  read: (value) => ({ value }),
});
const numberIn = (text: string) => (/^-?\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : text);
const number = (column: string): Cell => ({ ...texts(column), read: (text) => ({ value: numberIn(text) }) });
const lines = (column: string): Cell => ({
  ...texts(column),
  text: (value) => (value as number[]).join(' '),
  read: (text) => ({ value: codesIn(text).map(numberIn) }),
});

/** Finds entities by name; returns the first name that is missing or ambiguous. */
function idsOf(names: Names, wanted: readonly string[]): Read {
  const ids: number[] = [];
  for (const value of wanted) {
    const id = names.id(value);
    if (id == null) return { key: id === null ? 'transfer.several' : 'transfer.noSuch', params: { value } };
    ids.push(id);
  }
  return { value: ids };
}
const one = (column: string, names: Names, field = column): Cell => ({
  column,
  field,
  text: (value) => (value === null ? '' : names.name(value as number)),
  read(text) {
    const found = idsOf(names, [text]);
    return 'key' in found ? found : { value: (found.value as number[])[0] };
  },
});
const shown = (names: Names, ids: readonly number[]) => ids.map(names.name).filter((name) => name !== '');
const codes = (column: string, names: Names): Cell => ({
  column,
  field: column,
  text: (value) => shown(names, value as number[]).join(' '),
  read: (text) => idsOf(names, codesIn(text)),
});
const named = (column: string, names: Names): Cell => ({
  column,
  field: column,
  text: (value) => joinList(shown(names, value as number[])),
  read: (text) => idsOf(names, splitList(text)),
});

/** Steps, one per line: seconds (empty: manual), name, linkage tasks. */
const steps = (tasks: Names): Cell => ({
  ...texts('steps'),
  text: (value) =>
    (value as AlarmStep[])
      .map(({ after_s, name, linkage_task_ids }) =>
        joinList([after_s ?? '', name, ...shown(tasks, linkage_task_ids)]),
      )
      .join('\n'),
  read(text) {
    const found: unknown[] = [];
    for (const line of text.split(/\r?\n/).filter((each) => each.trim() !== '')) {
      const [seconds = '', name = '', ...wanted] = splitList(line);
      const ids = idsOf(tasks, wanted);
      if ('key' in ids) return ids;
      const after_s = seconds === '' ? null : numberIn(seconds);
      found.push({ after_s, name, linkage_task_ids: ids.value });
    }
    return { value: found };
  },
});

/** Cells of a kind, without its key. */
export function thingCells(kind: ThingKind, names: ThingNames, lang: Language): Cell[] {
  const zone = one('zone', names.zones, 'org');
  const activated: Cell = {
    ...texts('activated'),
    text: (value) => yesNoCell(value === true, lang),
    read(text) {
      const value = readYesNo(text);
      return value === null ? { key: 'transfer.yesNo', params: {} } : { value };
    },
  };
  if (kind === 'alarm_plan')
    return [
      zone,
      number('priority'),
      one('fire_control_device', names.fireDevices),
      lines('input_nums'),
      lines('output_nums'),
      named('linkage_task_ids', names.linkageTasks),
      steps(names.linkageTasks),
      named('gpio_set_task_ids', names.gpioTasks),
      number('reset_time'),
      activated,
      texts('desc'),
    ];
  if (kind === 'quick_code')
    return [
      texts('name'),
      zone,
      texts('action'),
      one('scheduled_task', names.savedTasks),
      texts('again'),
      codes('devices', names.devices),
      codes('orgs', names.zones),
      named('groups', names.groups),
      one('station', names.stations),
      one('virtual_caster', names.virtualCasters),
      activated,
      texts('desc'),
    ];
  return [
    zone,
    number('audio_source'),
    named('files', names.files),
    texts('textContent'),
    texts('voiceName'),
    number('voiceSpeed'),
    one('preset_text', names.texts),
    texts('control_action'),
    number('control_volume'),
    texts('tone'),
    number('interval_time'),
    {
      ...number('volume'),
      text: (value) => (value === null ? OWN : String(value)),
      read: (text) => ({ value: text === OWN ? null : numberIn(text) }),
    },
    codes('devices', names.devices),
    codes('orgs', names.zones),
    named('groups', names.groups),
    texts('desc'),
  ];
}
