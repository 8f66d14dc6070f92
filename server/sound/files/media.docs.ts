import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const mediaDocs: OperationDocs = {
  'POST /v1/file/upload': operation(
    'uploadFiles',
    'Upload music files',
    'Takes up to ten sound files as multipart/form-data, each checked on its own, and prepares them for broadcasting in the background; `build_status` says when one is ready. The answer is 200 if one is taken in, else the first reason.',
    {
      badRequest: [
        'media.noFile',
        'media.tooManyFiles',
        'media.notAudio',
        'media.coding',
        'media.film',
        'media.fileEmpty',
        'media.fileBroken',
        'media.uploadAborted',
      ],
      tooLarge: ['media.fileTooLarge'],
      refused: ['media.diskFull'],
      notFound: ['group.notFound'],
    },
  ),
  'POST /v1/file/batch': operation(
    'batchFiles',
    'Move, prepare again or delete many music files',
    'Appends files to a group (`move`: their only one; `join`: one more), takes them out of one (`leave`), retries the preparation of failed ones, or deletes them, each on its own. The answer is 200 with a result for each id.',
    {
      conflict: ['media.inUse', 'common.inUseElsewhere', 'media.notFailed'],
      notFound: ['group.notFound'],
      forbidden: ['media.ofWholeSite'],
    },
  ),
  'PUT /v1/file/order': operation(
    'orderFiles',
    'Order the music files of a group',
    'Puts the files of a group into the order of the ids; files that are not named follow. Sending the same order again changes nothing.',
    { notFound: ['group.notFound'], forbidden: ['auth.wholeSiteOnly'] },
  ),
  'POST /v1/file/chimes': operation(
    'addChimes',
    'Add the chimes that come with the product',
    'Adds the gongs and tones that are not in the library yet. A repetition adds none.',
    { refused: ['media.processingFailed', 'media.diskFull'] },
  ),
  'PUT /v1/file_group/order': operation(
    'orderFileGroups',
    'Order the file groups',
    'Puts the groups into the order of the ids; those not named stay behind them.',
    { notFound: ['group.notFound'], forbidden: ['auth.wholeSiteOnly'] },
  ),
  'POST /v1/file/:id/ticket': operation(
    'createFileTicket',
    'Get a ticket for the sound of a music file',
    'Returns a path with a ticket to listen to the prepared sound or to download the original.',
    { conflict: ['media.notReady'], notFound: ['media.unableToPlay', 'media.fileDeleted'] },
  ),
  'GET /v1/file/:id/listen': operation(
    'listenToFile',
    'Listen to a music file',
    'Sends the prepared sound as Ogg Opus; supports range requests. Needs a ticket instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], conflict: ['media.notReady'], notFound: ['media.unableToPlay'] },
  ),
  'GET /v1/file/:id/download': operation(
    'downloadFile',
    'Download the original of a music file',
    'Sends the file as it was uploaded. Needs a ticket instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], notFound: ['media.fileDeleted'] },
  ),
};
