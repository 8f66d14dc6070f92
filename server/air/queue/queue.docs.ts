import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder. */
export const queueDocs: OperationDocs = {
  'GET /v1/queued_start': operation(
    'listQueuedStarts',
    'List starts that wait',
    'Returns the starts that wait until their terminals are free, in the order of the queue, with what they wait for within the zones of the caller. The live topic `queued_start` has the same rows.',
  ),
  'POST /v1/queued_start/:id/cancel': operation(
    'cancelQueuedStart',
    'Cancel a start that waits',
    'Takes a start out of the queue. The account that asked for it cancels all of it; others need the right to stop broadcasts, and take their own terminals out.',
    { notFound: ['broadcast.notQueued'], forbidden: ['auth.noPermission'] },
  ),
  'POST /v1/unplayed_start/:id/dismiss': operation(
    'dismissUnplayedStart',
    'Dismiss the notice of a start that was not played',
    'Removes the notice that a start of the caller waited and was not played, in all its windows. The live topic `unplayed_start` has the notices of the last day.',
    { notFound: ['broadcast.notQueued'] },
  ),
};
