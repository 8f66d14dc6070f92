import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { type OperationDocs, operation, pascal, withArticle } from '../../platform/api/operation.ts';

const ofTerminals = Object.fromEntries(
  terminalKindNames.map((kind) => [
    `GET /v1/${kind}/:id/history`,
    operation(
      `get${pascal(kind)}History`,
      `Get the last day of ${withArticle(kind.replaceAll('_', ' '))} by the minute`,
      'Returns the worst state, the mean level and the mean packet loss of each minute; null where nothing was recorded.',
    ),
  ]),
);

/** API documentation of the operations of this folder. */
export const historyDocs: OperationDocs = {
  ...ofTerminals,
  'GET /v1/partition/history': operation(
    'listPartitionHistory',
    'Get the history of zones',
    'Returns the terminals of each zone and of the zones below it by state, with their packet loss and level, for each step of the range: by the minute for seven days, by the hour as long as the logs are kept.',
  ),
  'GET /v1/task/:id/history': operation(
    'getTaskHistory',
    'Get the history of a broadcast',
    'Returns its terminals by state, with their packet loss and level, for each step of the range. Only for callers whose zones contain all of its terminals.',
    { notFound: ['broadcast.taskNotFound'], forbidden: ['auth.outsideZone'] },
  ),
  'GET /v1/task/level': operation(
    'listTaskLevels',
    'Get the levels of running broadcasts in the last minute',
    'Returns one value every two seconds for each running broadcast, of the terminals that the caller sees.',
  ),
  'GET /v1/load': operation(
    'getServerLoad',
    'Get the load of the server',
    'Returns processor time, delay of the event loop and memory of the server process by the minute for the last day.',
  ),
};
