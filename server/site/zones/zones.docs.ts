import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const zoneDocs: OperationDocs = {
  'POST /v1/partition/batch': operation(
    'batchZones',
    'Move or delete many zones',
    'Moves zones below another, or deletes them, each on its own. A zone that lies within another of the list moves along with it; the deepest are deleted first. The answer is 200 with a result for each id.',
    {
      conflict: ['zone.rootFixed', 'zone.moveIntoSelf', 'zone.tooDeep', 'zone.notEmpty'],
      notFound: ['zone.notFound'],
      refused: ['broadcast.alarmInProgress'],
    },
  ),
};
