import { type OperationDocs, operation } from '../api/operation.ts';

/** The operations of this folder in the description of the API, beside those that plain entities have. */
export const emergencyDocs: OperationDocs = {
  'POST /v1/linkage_task/preview': operation(
    'previewLinkageTask',
    'Prepare one round of a linkage task to be heard',
    'Makes tone and message as an alarm would play them, without saving or sounding anywhere, and gives a path with a ticket to listen.',
    { badRequest: ['alarm.nothingToHear'], forbidden: ['auth.noPermission'], notFound: ['common.notFound'] },
  ),
  'GET /v1/linkage_task/preview/:name/listen': operation(
    'listenToLinkagePreview',
    'Listen to a prepared round',
    'Sends Ogg Opus; takes ranges. Needs the ticket of the preview instead of a token.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'POST /v1/linkage_task/:id/adopt': operation(
    'adoptLibraryIntoLinkageTask',
    'Take changed media over into a linkage task',
    'A linkage task plays what was frozen when it was saved. This takes over what was changed since in the library; alarms play the new sound from then on.',
    {
      conflict: ['alarm.libraryDiffers'],
      refused: ['broadcast.alarmInProgress'],
      forbidden: ['alarm.planElsewhere'],
    },
  ),
  'POST /v1/alarm_plan/:id/start': operation(
    'startAlarm',
    'Start an alarm or a drill',
    'Starts the plan by hand, at once and without its delay. It pre-empts all that has a lower priority, switches its outputs, and goes on until it is stopped or reset. As a drill it is silent or sounds at chosen terminals, and switches no outputs.',
    {
      notFound: ['alarm.planNotFound', 'terminal.notFound'],
      refused: ['alarm.stateForbids'],
      forbidden: ['auth.noPermission'],
    },
  ),
  'POST /v1/alarm_plan/:id/stop': operation(
    'stopAlarm',
    'Stop an alarm',
    'Ends the sound and the outputs of the alarm now, also while an input is active. During the delay it cancels the alarm. What it had pre-empted comes back as its resume policy says.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/reset': operation(
    'resetAlarm',
    'Reset an alarm',
    'Ends the alarm once its cause is gone: refused while an input of it is active. The plan is ready again after its reset time.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.inputActive', 'alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/acknowledge': operation(
    'acknowledgeAlarm',
    'Acknowledge an alarm',
    'Notes that somebody has seen the alarm and takes care; the buzzer of the consoles goes off. The alarm sounds on.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/silence': operation(
    'silenceAlarm',
    'Silence an alarm',
    'Switches the sound of the alarm off; plan, outputs and steps go on.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/unsilence': operation(
    'unsilenceAlarm',
    'Switch the sound of an alarm on again',
    'Lets a silenced alarm sound again.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/step': operation(
    'stepAlarm',
    'Begin the next step of an alarm',
    'Begins the next step of a phased evacuation at once, whatever is left of its time.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/dry_run': operation(
    'dryRunAlarmPlan',
    'Say what an alarm plan would do',
    'For a saved plan or one in a form: its steps, terminals, what it would pre-empt, which terminals would not be heard, and which plans outrank it. Nothing sounds.',
    { badRequest: ['common.invalidRequest'] },
  ),
  'POST /v1/alarm_plan/batch': operation(
    'batchAlarmPlans',
    'Act on many alarm plans',
    'Does an action of an alarm, or `delete`, to each of the plans at the same time; each action needs its own right. The answer is 200 with a result for each id.',
    {
      notFound: ['alarm.planNotFound'],
      refused: ['alarm.stateForbids', 'alarm.inputActive', 'alarm.done', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/alarm_record/export/ticket': operation(
    'createAlarmRecordExportTicket',
    'Get a ticket for an export of alarm records',
    'Gives a path with a ticket under which the CSV can be fetched without the token.',
  ),
  'GET /v1/alarm_record/export': operation(
    'exportAlarmRecords',
    'Export alarm records as CSV',
    'Sends the records that pass the filters, newest first, read as they are sent. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'GET /v1/alarm_record': operation(
    'listAlarmRecords',
    'List alarm records',
    'Gives every alarm and drill, newest first, also those that run.',
  ),
  'GET /v1/alarm_record/:id': operation(
    'getAlarmRecord',
    'Get an alarm record',
    'Gives one alarm with all that happened in it.',
  ),
  'PATCH /v1/alarm_record/:id': operation(
    'annotateAlarmRecord',
    'Write a note to an alarm record',
    'Sets the note; the rest of a record cannot be changed. The note is an event of the record too.',
    { conflict: ['common.conflict'] },
  ),
  'GET /v1/alarm_record/:id/target': operation(
    'listAlarmTargets',
    'List the terminals of an alarm',
    'Gives each terminal of the alarm with the proof of what was heard there; those that do not sound come first.',
  ),
};
