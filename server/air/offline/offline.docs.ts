import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const offlineDocs: OperationDocs = {
  'GET /v1/scheduled_task/:id/keeping': operation(
    'listTaskKeeping',
    'List the terminals that store a saved task',
    'Returns for each terminal of a task with `offline_tasks` whether it has stored the content for offline playback; those that have not come first.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'GET /v1/terminal_media/:item': operation(
    'getTerminalMedia',
    'Get a programme for offline playback',
    'For terminals: sends a stored programme; supports range requests. Needs the ticket that the terminal got over its own connection. At most 24 at a time.',
    { unauthorized: ['auth.ticketInvalid'], tooMany: ['common.tooManyRequests'] },
  ),
};
