import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const taskLogDocs: OperationDocs = {
  'GET /v1/task_log': operation(
    'listTaskLog',
    'List the task log',
    'Returns every run of every task, newest first, with the totals of its proofs of delivery, including missed and failed runs.',
  ),
  'GET /v1/task_log/summary': operation(
    'getTaskLogSummary',
    'Count the runs since a time',
    'Returns how many runs have ended since then, and how many of them were not heard everywhere, missed or failed.',
  ),
  'POST /v1/task_log/export/ticket': operation(
    'createTaskLogExportTicket',
    'Get a ticket for an export of the task log',
    'Returns a path with a ticket under which the CSV can be fetched without the token.',
  ),
  'GET /v1/task_log/export': operation(
    'exportTaskLog',
    'Export the task log as CSV',
    'Sends the runs that pass the filters, newest first, read as they are sent; with `terminals` a row per terminal. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'GET /v1/task_log/:id': operation(
    'getTaskLogEntry',
    'Get an entry of the task log',
    'Returns one run with the totals of its proofs of delivery over the terminals that the caller sees.',
  ),
  'GET /v1/task_log/:id/target': operation(
    'listTaskLogTargets',
    'List the terminals of a run',
    'Returns the proof of delivery of each terminal; terminals that were not heard come first.',
  ),
};
