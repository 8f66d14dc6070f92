import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const faultDocs: OperationDocs = {
  'GET /v1/fault': operation(
    'listFaults',
    'List faults',
    'Returns open and resolved faults. A fault is resolved automatically when its cause has ended.',
  ),
  'POST /v1/fault/:id/acknowledge': operation(
    'acknowledgeFault',
    'Acknowledge a fault',
    'Records that the caller has seen the fault and handles it. It stays open until its cause has ended.',
    { conflict: ['common.stateForbids'] },
  ),
  'POST /v1/fault/batch': operation(
    'batchFaults',
    'Acknowledge or shelve many faults',
    'Acknowledges faults, shelves them (out of the counts for some minutes, at most a day), or unshelves them, each on its own. The answer is 200 with a result for each id.',
    { conflict: ['common.stateForbids'] },
  ),
};
