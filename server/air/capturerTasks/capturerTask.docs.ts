import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const capturerTaskDocs: OperationDocs = {
  'GET /v1/capturer_task': operation(
    'listCapturerTasks',
    'List capturer tasks',
    'Returns the tasks that play a channel of a capturer, with their current state.',
  ),
  'POST /v1/capturer_task': operation(
    'createCapturerTask',
    'Create a capturer task',
    'Stores a task that plays a channel of a capturer at its targets, by hand or while the input of the channel is closed.',
    { notFound: ['terminal.notFound', 'zone.notFound'], forbidden: ['auth.outsideZone'] },
  ),
  'POST /v1/capturer_task/batch': operation(
    'batchCapturerTasks',
    'Act on many capturer tasks',
    'Enables, disables, starts, pauses, resumes, stops or deletes each of the tasks on its own. The answer is 200 with a result for each id.',
    {
      refused: ['broadcast.alreadyRunning', 'broadcast.notRunning'],
      notFound: ['broadcast.taskNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'GET /v1/capturer_task/:id': operation(
    'getCapturerTask',
    'Get a capturer task',
    'Returns one task with its current state.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'PATCH /v1/capturer_task/:id': operation(
    'updateCapturerTask',
    'Change a capturer task',
    'Changes the fields that are sent and checks the task as a whole. With `rev` it is refused if the entry was changed in between.',
    {
      conflict: ['common.conflict'],
      notFound: ['broadcast.taskNotFound', 'terminal.notFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'DELETE /v1/capturer_task/:id': operation(
    'deleteCapturerTask',
    'Delete a capturer task',
    'Deletes the task; refused while it is on the air.',
    {
      refused: ['broadcast.stopRealTimeFirst'],
      notFound: ['broadcast.taskNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/capturer_task/:id/enable': operation(
    'enableCapturerTask',
    'Enable a capturer task',
    'Allows the input of its channel to start it. A repetition changes nothing.',
    { notFound: ['broadcast.taskNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'POST /v1/capturer_task/:id/disable': operation(
    'disableCapturerTask',
    'Disable a capturer task',
    'The input of its channel no longer starts it; it can still be started by hand. A repetition changes nothing.',
    { notFound: ['broadcast.taskNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'POST /v1/capturer_task/:id/start': operation(
    'startCapturerTask',
    'Start a capturer task',
    'Plays the channel at its targets until it is stopped or its duration is over.',
    {
      refused: ['broadcast.alreadyRunning', 'broadcast.noDevices', 'broadcast.sourceNotAvailable'],
      notFound: ['broadcast.taskNotFound'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/capturer_task/:id/pause': operation(
    'pauseCapturerTask',
    'Pause a capturer task',
    'Mutes its terminals, which stay reserved for it.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/capturer_task/:id/resume': operation(
    'resumeCapturerTask',
    'Resume a capturer task',
    'Continues playback, live.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/capturer_task/:id/stop': operation(
    'stopCapturerTask',
    'Stop a capturer task',
    'Ends playback. An input that is still closed does not start it again.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'],
      forbidden: ['auth.outsideZone'],
    },
  ),
};
