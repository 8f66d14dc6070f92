import type { TransferKind } from '../../../../contract/api/transfer.ts';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { AlarmStep } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { Language } from '../../../../contract/language.ts';
import { joinList, splitList } from '../listCell.ts';
import { type Cell, codes, idsOf, lines, named, number, numberIn, one, shown, texts } from './cells.ts';
import { plainCells, yesNo } from './plainCells.ts';
import type { Names, ThingNames } from './thingNames.ts';

/** Cell value for "the terminals' own volume". */
const OWN = 'own';

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

/** Cells of a kind, without its key; those of a kind that is not named here follow from its fields. */
export function thingCells(
  kind: TransferKind,
  entity: EntityContract,
  names: ThingNames,
  lang: Language,
): Cell[] {
  const zone = one('zone', names.zones, 'org');
  const activated = yesNo('activated', lang);
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
  if (kind !== 'linkage_task') return plainCells(kind, entity, names, lang);
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
