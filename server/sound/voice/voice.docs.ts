import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const voiceDocs: OperationDocs = {
  'POST /v1/tts/preview': operation(
    'previewSpeech',
    'Preview a spoken text',
    'Turns a text into speech without broadcasting it, and gives a path with a ticket to listen. A repeated text is ready immediately.',
    { refused: ['media.speechFailed'] },
  ),
  'GET /v1/tts/:key/listen': operation(
    'listenToSpeech',
    'Listen to a spoken text',
    'Sends Ogg Opus; supports range requests. Needs the ticket of the preview instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], notFound: ['media.unableToPlay'] },
  ),
};
