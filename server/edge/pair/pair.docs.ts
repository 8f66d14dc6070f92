import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** The operations of the standby server in the description of the API. */
export const pairDocs: OperationDocs = {
  'GET /v1/pair': operation(
    'getPair',
    'Get the machines of the pair',
    'Returns this server and its standby server, with how far behind that is; poll for changes.',
  ),
  'POST /v1/pair/token': operation(
    'createPairToken',
    'Create a token for a standby server',
    'Returns a token of 128 bits with which one standby server, or one witness, can join within 15 minutes (`npm run standby -- --of` or `npm run witness -- --of`, and the address of this server). It replaces the token before, and is recorded in the audit log.',
    { conflict: ['pair.impossible', 'pair.hasPartner'] },
  ),
  'DELETE /v1/pair': operation(
    'deletePair',
    'Remove the standby server',
    'Forgets its key: it gets no more data, and this server no longer waits for it.',
    { notFound: ['pair.noPartner'] },
  ),
  'DELETE /v1/pair/split': operation(
    'deletePairSplit',
    'Dismiss the changes of the former leader',
    'Removes the note of changes that only the former leader has stored. Its database stays in its data folder.',
    { notFound: ['pair.noSplit'] },
  ),
  'DELETE /v1/pair/witness': operation(
    'deletePairWitness',
    'Remove the witness',
    'Forgets the third machine: from then on a person decides whether the standby server takes over.',
    { notFound: ['pair.noWitness'] },
  ),
};
