import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const callDocs: OperationDocs = {
  'POST /v1/caster/:id/call': operation(
    'callFromCaster',
    'Make a caster call a number',
    'The station rings the number as if it had been dialled there, and is connected when somebody answers.',
    {
      notFound: ['terminal.notFound'],
      refused: ['call.offline', 'call.end.busy', 'call.end.unknown', 'call.end.self'],
    },
  ),
  'POST /v1/caster/:id/hang_up': operation(
    'hangUpCaster',
    'End the call of a caster',
    'Ends the current or ringing call of the station.',
    { notFound: ['terminal.notFound'], refused: ['call.noCall'] },
  ),
  'POST /v1/dialogue/:id/call': operation(
    'callFromDialogueTerminal',
    'Make a dialogue terminal call a number',
    'The station rings the number as if it had been dialled there, and is connected when somebody answers.',
    {
      notFound: ['terminal.notFound'],
      refused: ['call.offline', 'call.end.busy', 'call.end.unknown', 'call.end.self'],
    },
  ),
  'POST /v1/dialogue/:id/hang_up': operation(
    'hangUpDialogueTerminal',
    'End the call of a dialogue terminal',
    'Ends the current or ringing call of the station.',
    { notFound: ['terminal.notFound'], refused: ['call.noCall'] },
  ),
};
