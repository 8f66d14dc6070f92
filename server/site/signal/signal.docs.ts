import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const signalDocs: OperationDocs = {
  'GET /v1/signal': operation(
    'listSignals',
    'List the 4G signal of terminals',
    'Returns terminals with a SIM card or a report of their signal, with the last reading and position.',
  ),
  'GET /v1/signal/:id/hour': operation(
    'listSignalHours',
    'List the 4G signal of a terminal by the hour',
    'Returns average, smallest and greatest reading of each hour; without a range the last day, at most 92 days.',
  ),
};
