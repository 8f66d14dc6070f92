import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, beside those of plain entities. */
export const keepingDocs: OperationDocs = {
  'GET /v1/scheduled_task/:id/keeping': operation(
    'listTaskKeeping',
    'List which terminals hold a saved task',
    'Gives for each terminal of a task with `offline_tasks` whether it holds what it is to play without a link; those that do not come first.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'GET /v1/terminal_media/:item': operation(
    'getTerminalMedia',
    'Get a programme as a terminal keeps it',
    'For terminals: sends a stored programme; takes ranges. Needs the ticket that the terminal got over its own connection. At most 24 at a time.',
    { unauthorized: ['auth.ticketInvalid'], tooMany: ['common.tooManyRequests'] },
  ),
};
