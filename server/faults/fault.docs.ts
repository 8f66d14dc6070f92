import { type OperationDocs, operation } from '../api/operation.ts';

/** The operations of this folder in the description of the API, beside those that plain entities have. */
export const faultDocs: OperationDocs = {
  'GET /v1/fault': operation(
    'listFaults',
    'List faults',
    'Gives open and resolved faults. A fault is resolved by itself when what was wrong is right again.',
  ),
  'POST /v1/fault/:id/acknowledge': operation(
    'acknowledgeFault',
    'Acknowledge a fault',
    'Notes that somebody has seen it and takes care. It stays open until what is wrong is right again.',
    { conflict: ['common.stateForbids'] },
  ),
  'POST /v1/fault/batch': operation(
    'batchFaults',
    'Acknowledge or shelve many faults',
    'Acknowledges faults, shelves them (out of the counts for some minutes, at most a day), or takes shelving back, each on its own. The answer is 200 with a result for each id.',
    { conflict: ['common.stateForbids'] },
  ),
};
