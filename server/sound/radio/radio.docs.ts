import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const radioDocs: OperationDocs = {
  'POST /v1/radio/test': operation(
    'testRadioAddress',
    'Try the address of a radio station',
    'Connects to an address that is not saved yet and waits for sound. The answer is 200; `ok` and `message` say what came of it.',
  ),
  'POST /v1/radio/:id/test': operation(
    'testRadioStation',
    'Try a radio station',
    'Connects to a saved station and waits for sound; its row keeps what came of it. The answer is 200.',
  ),
};
