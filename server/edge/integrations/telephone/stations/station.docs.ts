import { type OperationDocs, operation } from '../../../../platform/api/operation.ts';

/** API documentation of the operations of this folder. */
export const stationDocs: OperationDocs = {
  'POST /v1/dialogue/phone': operation(
    'addPhoneStation',
    'Add a phone as a dialogue terminal',
    'Adds a phone of a telephone system as a dialogue terminal: it rings when it is called, and can call other stations. It is online while its telephone system can be reached.',
    { notFound: ['common.notFound', 'zone.notFound'], conflict: ['terminal.phoneTaken', 'common.duplicate'] },
  ),
  'POST /v1/dialogue/:id/page': operation(
    'pageByPhone',
    'Ring a phone to speak to zones',
    'Rings a phone that is a dialogue terminal. From its answer on, its user speaks to the targets in the name of the account that has asked for it, until the phone hangs up.',
    {
      forbidden: ['auth.noPermission'],
      notFound: ['terminal.notFound', 'zone.notFound', 'group.notFound'],
      refused: ['rules.selectDevice', 'broadcast.noDevices', 'call.offline', 'call.end.busy'],
    },
  ),
};
