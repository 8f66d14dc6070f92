import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const ioDocs: OperationDocs = {
  'POST /v1/io/output': operation(
    'switchOutputs',
    'Switch outputs by hand',
    'Pulses or holds outputs, or releases outputs held by a person; outputs that an alarm holds stay on. The answer is 200 with a result for each line.',
    { notFound: ['terminal.notFound'], refused: ['terminal.offline', 'alarm.outputHeld'] },
  ),
  'POST /v1/io/test': operation(
    'testInputs',
    'Put inputs into test mode',
    'While inputs of a fire terminal are in test mode their edges are shown and logged but start nothing. Test mode ends automatically.',
    { notFound: ['terminal.notFound', 'alarm.noSuchInput'] },
  ),
  'GET /v1/io/event': operation(
    'listIoEvents',
    'List events of inputs and outputs',
    'Returns edges, line faults and switching, newest first. The current state of lines is in the live topic `io`.',
  ),
};
