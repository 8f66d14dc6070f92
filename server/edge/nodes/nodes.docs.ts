import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** The operations of the servers on one database in the description of the API. */
export const nodesDocs: OperationDocs = {
  'GET /v1/nodes': operation(
    'getNodes',
    'Get the servers of the system',
    'Returns the servers on one database, if there are several: which one leads, which follow, and which are not heard any more; poll for changes.',
  ),
  'DELETE /v1/nodes/lost': operation(
    'deleteLostNodes',
    'Forget the lost servers',
    'Forgets the servers that are not heard any more, and ends their faults. One that starts again is shown again.',
  ),
};
