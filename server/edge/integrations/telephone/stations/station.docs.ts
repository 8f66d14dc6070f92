import { type OperationDocs, operation } from '../../../../platform/api/operation.ts';

/** API documentation of the operations of this folder. */
export const stationDocs: OperationDocs = {
  'POST /v1/dialogue/phone': operation(
    'addPhoneStation',
    'Add a phone as a dialogue terminal',
    'Adds a phone of a telephone system as a dialogue terminal: it rings when it is called, and can call other stations. It is online while its telephone system can be reached.',
    { notFound: ['common.notFound', 'zone.notFound'], conflict: ['terminal.phoneTaken', 'common.duplicate'] },
  ),
};
