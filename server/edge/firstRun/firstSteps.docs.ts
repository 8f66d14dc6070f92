import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const firstStepsDocs: OperationDocs = {
  'GET /v1/first_steps': operation(
    'getFirstSteps',
    'Get the first steps of a site',
    'Returns what a new site needs until it sounds safely, each with whether the site has it now, and the addresses of the machine of the server.',
  ),
};
