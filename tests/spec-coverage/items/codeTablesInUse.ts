import { by, type CoverageItem } from './item.ts';

/** Screens that use the code tables (3). */
export const codeTablesInUse: readonly CoverageItem[] = [
  ...by(
    '3',
    'views/tasks/sourceList.test.tsx',
    'file playback is chosen; microphone acquisition leads to the dialog for speech',
    'code table in use on a screen: audio source list',
  ),
  ...by(
    '3',
    'server/broadcast/ends.test.ts',
    'the task weights of the system configuration rank broadcasts that start from then on',
    'code table in use on a screen: task weight',
  ),
  ...by(
    '3',
    'e2e/tasks/tasksDialog.test.ts',
    'a task is started from the dialog and shown sounding, with its proof, until it ends',
    'code table in use on a screen: task type',
  ),
  ...by(
    '3',
    'e2e/tasks/schedule.test.ts',
    'a bell is created in the form, rings on its second, is stopped, and is in the log with its proof',
    'code table in use on a screen: task audio source',
  ),
  ...by(
    '3',
    'views/terminals/deviceRules.test.ts',
    'offer the existing values, versions in numeric order',
    'code table in use on a screen: terminal role',
  ),
  ...by(
    '3',
    'e2e/system/logs.test.ts',
    'the run log: a loss is shown without a reload, filters are in the address, the filtered rows are exported',
    'code table in use on a screen: alternate role label',
  ),
  ...by(
    '3',
    'e2e/terminals/upgrades.test.ts',
    'packages are uploaded, refused ones with their reasons, and one is trusted before it is rolled out',
    'code table in use on a screen: upgrade package feature',
  ),
  ...by(
    '3',
    'e2e/media/presetText.test.ts',
    'a preset text is played at terminals, and chosen in the start dialog',
    'code table in use on a screen: TTS voice',
  ),
  ...by(
    '3',
    'views/tasks/startForm.test.ts',
    'takes over an ended task with the terminals that it had',
    'code table in use on a screen: loop mode',
    'code table in use on a screen: play order',
  ),
  ...by(
    '3',
    'views/schedule/taskForm.test.ts',
    'has only the fields of the chosen source',
    'code table in use on a screen: schedule day flag',
    'code table in use on a screen: selected weekdays',
  ),
  ...by(
    '3',
    'e2e/emergency/alarmControl.test.ts',
    'the record shows the whole alarm, and notes can be added',
    'code table in use on a screen: alarm status',
  ),
  ...by('3', 'views/casters/casterColumns.test.ts', 'has a label and a readable value, not the stored one', [
    'code table in use on a screen: call mode',
    'low_latency',
  ]),
  ...by(
    '3',
    'e2e/terminals/io.test.ts',
    'an edge of an input switches an output by a GPIO task created at the screen, shown on both screens',
    'code table in use on a screen: GPIO task type',
  ),
  ...by(
    '3',
    'e2e/terminals/capturers.test.ts',
    'trigger mode and channel names are set, and a trigger input is shown at once',
    'code table in use on a screen: capturer mode',
  ),
];
