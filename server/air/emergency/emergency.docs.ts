import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const emergencyDocs: OperationDocs = {
  'POST /v1/linkage_task/preview': operation(
    'previewLinkageTask',
    'Preview one round of a linkage task',
    'Prepares tone and message as an alarm would play them, without saving or playing them anywhere, and returns a path with a ticket to listen.',
    { badRequest: ['alarm.nothingToHear'], forbidden: ['auth.noPermission'], notFound: ['common.notFound'] },
  ),
  'GET /v1/linkage_task/preview/:name/listen': operation(
    'listenToLinkagePreview',
    'Listen to a prepared round',
    'Sends Ogg Opus; supports range requests. Needs the ticket of the preview instead of a token.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'POST /v1/linkage_task/:id/dry_run': operation(
    'dryRunLinkageTask',
    'Preview a linkage task played by hand',
    'Returns the terminals that it would reach outside an alarm, and the broadcasts that it would pre-empt or duck there with the weight of linkage tasks. Nothing is played.',
    { refused: ['alarm.byHandSoundOnly', 'broadcast.noDevices', 'broadcast.sourceNotAvailable'] },
  ),
  'POST /v1/linkage_task/:id/start': operation(
    'startLinkageTask',
    'Play a linkage task outside an alarm',
    'Plays its frozen message at its terminals as an ordinary broadcast: with the weight `linkage_task_priority`, below every alarm. A repeated request starts a second broadcast.',
    {
      refused: [
        'alarm.byHandSoundOnly',
        'broadcast.noDevices',
        'broadcast.sourceNotAvailable',
        'broadcast.stoppedBeforeStart',
      ],
    },
  ),
  'POST /v1/linkage_task/:id/stop': operation(
    'stopLinkageTask',
    'Stop a linkage task played by hand',
    'Ends its broadcasts outside alarms. A message of an alarm ends with its alarm.',
    { refused: ['alarm.notByHand'] },
  ),
  'POST /v1/linkage_task/:id/adopt': operation(
    'adoptLibraryIntoLinkageTask',
    'Take changed media over into a linkage task',
    'A linkage task plays the content that was stored when it was saved. This takes over later changes of the library; alarms play the new content from then on.',
    {
      conflict: ['alarm.libraryDiffers'],
      refused: ['broadcast.alarmInProgress'],
      forbidden: ['alarm.planElsewhere'],
    },
  ),
  'POST /v1/alarm_plan/:id/start': operation(
    'startAlarm',
    'Start an alarm or a drill',
    'Starts the plan by hand, at once and without its delay. It pre-empts all that has a lower priority, switches its outputs, and continues until it is stopped or reset. As a drill it is silent or sounds at chosen terminals, and switches no outputs.',
    {
      notFound: ['alarm.planNotFound', 'terminal.notFound'],
      refused: ['alarm.stateForbids'],
      forbidden: ['auth.noPermission'],
    },
  ),
  'POST /v1/alarm_plan/:id/stop': operation(
    'stopAlarm',
    'Stop an alarm',
    'Ends the sound and the outputs of the alarm now, also while an input is active. During the delay it cancels the alarm. Pre-empted broadcasts resume by their resume policies.',
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
    'Records that the caller has seen the alarm and handles it, and stops the buzzer of the consoles. The alarm continues.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/silence': operation(
    'silenceAlarm',
    'Silence an alarm',
    'Switches the sound of the alarm off; plan, outputs and steps continue.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/unsilence': operation(
    'unsilenceAlarm',
    'Switch the sound of an alarm on again',
    'Turns the sound of a silenced alarm on again.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/:id/step': operation(
    'stepAlarm',
    'Begin the next step of an alarm',
    'Begins the next step of a phased evacuation immediately, before its time.',
    { notFound: ['alarm.planNotFound'], refused: ['alarm.done', 'alarm.stateForbids'] },
  ),
  'POST /v1/alarm_plan/dry_run': operation(
    'dryRunAlarmPlan',
    'Preview the effect of an alarm plan',
    'For a saved plan or one in a form: its steps, terminals, what it would pre-empt, which terminals would not be heard, and which plans outrank it. No sound is played.',
    { badRequest: ['common.invalidRequest'] },
  ),
  'POST /v1/alarm_plan/batch': operation(
    'batchAlarmPlans',
    'Act on many alarm plans',
    'Applies an alarm action, or `delete`, to all of the plans at once; each action needs its own permission. The answer is 200 with a result for each id.',
    {
      notFound: ['alarm.planNotFound'],
      refused: ['alarm.stateForbids', 'alarm.inputActive', 'alarm.done', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/alarm_record/export/ticket': operation(
    'createAlarmRecordExportTicket',
    'Get a ticket for an export of alarm records',
    'Returns a path with a ticket under which the CSV can be fetched without the token.',
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
    'Returns every alarm and drill, newest first, including running ones.',
  ),
  'GET /v1/alarm_record/:id': operation(
    'getAlarmRecord',
    'Get an alarm record',
    'Returns one alarm with all its events.',
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
    'Returns each terminal of the alarm with its proof of delivery; silent terminals come first.',
  ),
};
