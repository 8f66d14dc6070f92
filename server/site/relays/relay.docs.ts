import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** The operations of relays in the description of the API. */
export const relayDocs: OperationDocs = {
  'GET /v1/relay': operation(
    'getRelays',
    'Get all relays',
    'Returns the relays with their states, and the last refused ones; poll for changes.',
  ),
  'POST /v1/relay/token': operation(
    'createRelayToken',
    'Create a token for a relay',
    'Returns a token of 128 bits with which one relay can join within 15 minutes (`npm run relay -- --server`, and the address of this server). It is recorded in the audit log.',
    { conflict: ['relay.noHttps', 'relay.nameTaken'], notFound: ['zone.notFound'] },
  ),
  'DELETE /v1/relay/:id': operation(
    'deleteRelay',
    'Withdraw a relay',
    'Its terminals lose their connection, and its key is refused from now on.',
    { notFound: ['relay.notFound'] },
  ),
  'PUT /v1/relay/:id/people': operation(
    'setRelayPeople',
    'Set who may log in at a relay',
    'Sets the accounts that can log in at the emergency console of the relay while its line is cut. The relay stores the hashes of their passwords, and what they may do.',
    { notFound: ['relay.notFound'] },
  ),
  'DELETE /v1/relay/:id/aside': operation(
    'clearRefusedLines',
    'Clear refused lines of a relay',
    'Removes what the relay told after its line was cut and the server refused (`aside`), and resolves the fault `relay_refused`.',
    { notFound: ['relay.notFound'] },
  ),
};
