import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const presetTextDocs: OperationDocs = {
  'POST /v1/preset_text/:id/ticket': operation(
    'createPresetTextTicket',
    'Get a ticket for the sound of a preset text',
    'Returns a path with a ticket to listen, and the length.',
    { conflict: ['media.notReady', 'media.speechLost'], notFound: ['media.unableToPlay'] },
  ),
  'GET /v1/preset_text/:id/listen': operation(
    'listenToPresetText',
    'Listen to a preset text',
    'Sends Ogg Opus; supports range requests. Needs a ticket instead of a token.',
    {
      unauthorized: ['auth.ticketInvalid'],
      conflict: ['media.notReady', 'media.speechLost'],
      notFound: ['media.unableToPlay'],
    },
  ),
};
