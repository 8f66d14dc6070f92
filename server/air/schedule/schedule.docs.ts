import { type OperationDocs, operation } from '../../platform/api/operation.ts';

const timetableFaults = {
  conflict: ['common.conflict', 'common.inUse', 'common.inUseElsewhere'],
  refused: ['schedule.tooManyTasks', 'schedule.noExam', 'schedule.noDayType', 'broadcast.stopRealTimeFirst'],
  notFound: [
    'schedule.planNotFound',
    'broadcast.taskNotFound',
    'zone.notFound',
    'terminal.notFound',
    'common.notFound',
  ],
  forbidden: ['auth.noPermission', 'auth.outsideZone'],
} as const;

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const scheduleDocs: OperationDocs = {
  'GET /v1/plan': operation(
    'listPlans',
    'List plans',
    'Returns the plans of the schedule with validity and next run. A plan groups tasks and defines the days on which they run.',
  ),
  'POST /v1/plan': operation(
    'createPlan',
    'Create a plan',
    'Stores a plan; tasks are put into it by their `plan_id`. Enabled, its tasks run from its first day on.',
    { conflict: ['common.duplicate'], notFound: ['schedule.planNotFound'] },
  ),
  'POST /v1/plan/batch': operation(
    'batchPlans',
    'Enable, disable or delete many plans',
    'Applies the action to each of the plans on its own. Deleting a plan deletes its tasks; a running task must be stopped first. The answer is 200 with a result for each id.',
    {
      conflict: ['common.inUse', 'common.inUseElsewhere'],
      refused: ['broadcast.stopRealTimeFirst'],
      notFound: ['schedule.planNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/plan/holidays': operation(
    'readHolidays',
    'Read the holidays of a calendar file',
    'Reads the entries of whole days from an ICS file, its content or its address, at most 1 MB and 500 holidays, for the `exceptions` of a plan. Nothing is stored.',
    {
      badRequest: ['schedule.calendarUnreadable'],
      refused: ['radio.addressRefused', 'radio.status', 'radio.unreachable', 'radio.timeout'],
    },
  ),
  'GET /v1/plan/export': operation(
    'exportPlans',
    'Export plans with their tasks',
    'Returns plans as JSON that refers to terminals and zones by code and to media by name, so that another site can import them.',
    { forbidden: ['auth.noPermission'], notFound: ['schedule.planNotFound'] },
  ),
  'POST /v1/plan/import': operation(
    'importPlans',
    'Import plans with their tasks',
    'Takes the JSON of the export, at most 20 MB. With `dry_run` (the default) it only reports. Else all of it is stored or, with one fault, nothing; new plans are disabled.',
    { forbidden: ['auth.noPermission'] },
  ),
  'GET /v1/plan/:id': operation('getPlan', 'Get a plan', 'Returns one plan with the ids of its tasks.', {
    notFound: ['schedule.planNotFound'],
  }),
  'PATCH /v1/plan/:id': operation(
    'updatePlan',
    'Change a plan',
    'Changes the fields that are sent; the schedule follows at once. With `rev` it is refused if the entry was changed in between.',
    {
      conflict: ['common.conflict'],
      refused: ['schedule.dayTypeInUse'],
      notFound: ['schedule.planNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'DELETE /v1/plan/:id': operation(
    'deletePlan',
    'Delete a plan',
    'Deletes the plan and its tasks; refused while one of them is on the air.',
    {
      conflict: ['common.inUse', 'common.inUseElsewhere'],
      refused: ['broadcast.stopRealTimeFirst'],
      notFound: ['schedule.planNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/plan/:id/copy': operation(
    'copyPlan',
    'Copy a plan',
    'Makes a plan with the same days and tasks under another name; it is disabled until somebody enables it.',
    { conflict: ['common.duplicate'], notFound: ['schedule.planNotFound'], forbidden: ['auth.noPermission'] },
  ),
  'POST /v1/plan/:id/enable': operation(
    'enablePlan',
    'Enable a plan',
    'Lets the tasks of the plan run from now on. A repetition changes nothing.',
    { notFound: ['schedule.planNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'POST /v1/plan/:id/disable': operation(
    'disablePlan',
    'Disable a plan',
    'The tasks of the plan no longer start; running broadcasts continue. A repetition changes nothing.',
    { notFound: ['schedule.planNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'GET /v1/plan/:id/timetable': operation(
    'getTimetable',
    'Get the timetable of a plan',
    'Returns the bells of the plan: its tasks that play one file or speak one text at the targets that most of them have. Bells beyond the zones of the caller are left out.',
    { notFound: ['schedule.planNotFound'] },
  ),
  'PUT /v1/plan/:id/timetable': operation(
    'saveTimetable',
    'Save the timetable of a plan',
    'Creates, changes and deletes bells of the plan in one transaction: all of it or nothing. New bells follow the play configuration. Creating needs `create_task`, changing `edit_task`, deleting `delete_task`.',
    timetableFaults,
  ),
  'POST /v1/plan/:id/timetable/dry_run': operation(
    'dryRunTimetable',
    'Preview the effect of a timetable',
    'Returns what saving the same body would change, its terminals and its conflicts within seven days. Nothing is stored.',
    timetableFaults,
  ),
  'GET /v1/scheduled_task': operation(
    'listScheduledTasks',
    'List saved tasks',
    'Returns the tasks of the schedule with validity, next run and play status.',
  ),
  'POST /v1/scheduled_task': operation(
    'createScheduledTask',
    'Create a saved task',
    'Stores a task that runs at its times and can be started by hand. The answer lists its conflicts within seven days. Omitted fields follow the play configuration.',
    {
      refused: ['schedule.tooManyTasks', 'broadcast.noDevices'],
      notFound: ['schedule.planNotFound', 'terminal.notFound', 'common.notFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/scheduled_task/dry_run': operation(
    'dryRunScheduledTask',
    'Preview the effect of a saved task',
    'Returns for an unsaved task its run on a day, its conflicts there, and the terminals that cannot be reached. Nothing is stored or played.',
    { notFound: ['broadcast.taskNotFound', 'terminal.notFound'], refused: ['broadcast.noDevices'] },
  ),
  'POST /v1/scheduled_task/batch': operation(
    'batchScheduledTasks',
    'Act on many saved tasks',
    'Enables, disables, starts, pauses, resumes, stops or deletes each of the tasks on its own. The answer is 200 with a result for each id.',
    {
      conflict: ['common.inUse', 'common.inUseElsewhere'],
      refused: ['broadcast.alreadyRunning', 'broadcast.notRunning', 'broadcast.stopRealTimeFirst'],
      forbidden: ['auth.outsideZone'],
      notFound: ['broadcast.taskNotFound'],
    },
  ),
  'POST /v1/scheduled_task/delay/dry_run': operation(
    'dryRunDelay',
    'Preview a delay of today',
    'Returns the runs of today that are not due yet, with their start if they were delayed, of all zones or of one. Tasks that also reach other zones are named apart.',
    { notFound: ['zone.notFound'] },
  ),
  'POST /v1/scheduled_task/delay': operation(
    'delayToday',
    'Delay the remaining runs of today',
    'Moves the runs of today of these tasks; from tomorrow on they are at their usual times. Terminals with an offline cache follow. With `minutes` 0 they are back at their usual times today.',
    {
      conflict: ['schedule.dayOver'],
      notFound: ['broadcast.taskNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'GET /v1/scheduled_task/:id': operation(
    'getScheduledTask',
    'Get a saved task',
    'Returns one stored task with its current state.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'PATCH /v1/scheduled_task/:id': operation(
    'updateScheduledTask',
    'Change a saved task',
    'Changes the fields that are sent and checks the task as a whole; a running broadcast continues unchanged, except for its list. With `rev` it is refused if the entry was changed in between.',
    {
      conflict: ['common.conflict'],
      refused: ['broadcast.listNotEmptyWhilePlaying', 'broadcast.stopRealTimeFirst', 'broadcast.noDevices'],
      notFound: ['broadcast.taskNotFound', 'schedule.planNotFound', 'terminal.notFound', 'common.notFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'DELETE /v1/scheduled_task/:id': operation(
    'deleteScheduledTask',
    'Delete a saved task',
    'Deletes the task; refused while it is on the air. Its entries of the task log stay.',
    {
      conflict: ['common.inUse', 'common.inUseElsewhere'],
      refused: ['broadcast.stopRealTimeFirst'],
      notFound: ['broadcast.taskNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/scheduled_task/:id/copy': operation(
    'copyScheduledTask',
    'Copy a saved task',
    'Makes the same task under another name, also into another plan; it is disabled until somebody enables it.',
    {
      refused: ['schedule.tooManyTasks', 'broadcast.noDevices'],
      notFound: ['broadcast.taskNotFound', 'schedule.planNotFound', 'terminal.notFound', 'common.notFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/scheduled_task/:id/enable': operation(
    'enableScheduledTask',
    'Enable a saved task',
    'Lets the task run at its times. A repetition changes nothing.',
    { notFound: ['broadcast.taskNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'POST /v1/scheduled_task/:id/disable': operation(
    'disableScheduledTask',
    'Disable a saved task',
    'The task no longer starts automatically; a running broadcast continues. A repetition changes nothing.',
    { notFound: ['broadcast.taskNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'POST /v1/scheduled_task/:id/start': operation(
    'startScheduledTask',
    'Start a saved task now',
    'Runs the task now, even if it is disabled, independent of its times. Its policy for busy terminals (`busy_policy`) applies; retries are made by runs of the schedule and of inputs only. The answer is null for a control task.',
    {
      conflict: ['broadcast.targetsBusy', 'broadcast.queueFull'],
      refused: [
        'broadcast.alreadyRunning',
        'broadcast.alreadyWaits',
        'broadcast.noDevices',
        'broadcast.nothingToPlay',
        'broadcast.sourceNotAvailable',
        'schedule.doneNowhere',
        'common.failed',
      ],
      notFound: ['broadcast.taskNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/scheduled_task/:id/pause': operation(
    'pauseScheduledTask',
    'Pause a saved task',
    'Mutes the terminals of its run, which stay reserved for it.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/scheduled_task/:id/resume': operation(
    'resumeScheduledTask',
    'Resume a saved task',
    'Continues its paused run.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/scheduled_task/:id/stop': operation(
    'stopScheduledTask',
    'Stop a saved task',
    'Ends the current run; the next one starts at its time.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'GET /v1/scheduled_task/:id/run': operation(
    'listTaskRuns',
    'List the next runs of a saved task',
    'Returns its next starts, including exceptions of its plan.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'GET /v1/next_run': operation(
    'listNextRuns',
    'List the next runs of all saved tasks',
    'Returns the next starts of all tasks within the zones of the caller, the earliest first.',
  ),
  'GET /v1/timeline': operation(
    'getTimeline',
    'Get the timeline of the schedule',
    'Returns all runs between two times, at most 35 days, with their conflicts. Limited to 20,000 runs.',
    { refused: ['schedule.rangeTooLong'] },
  ),
};
