import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const recordingDocs: OperationDocs = {
  'POST /v1/record_file/export/ticket': operation(
    'createRecordingExportTicket',
    'Get a ticket for an export of the recordings',
    'Returns a path with a ticket under which the list can be fetched as CSV without the token.',
  ),
  'GET /v1/record_file/export': operation(
    'exportRecordings',
    'Export the list of recordings as CSV',
    'Sends the list that passes the filters, newest first, without the sound. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'GET /v1/record_file': operation(
    'listRecordings',
    'List recordings',
    'Returns recordings of speech, calls, alarms and capturer tasks, newest first. They are deleted after the retention time of the system configuration.',
  ),
  'GET /v1/record_file/:id': operation(
    'getRecording',
    'Get a recording',
    'Returns one recording, without its sound.',
    { notFound: ['media.fileDeleted'] },
  ),
  'DELETE /v1/record_file/:id': operation(
    'deleteRecording',
    'Delete a recording',
    'Deletes row and sound permanently; refused while it is being recorded.',
    { conflict: ['media.recording'], notFound: ['media.fileDeleted'] },
  ),
  'POST /v1/record_file/batch': operation(
    'deleteManyRecordings',
    'Delete many recordings',
    'Deletes each of the ids on its own. The answer is 200 with a result for each id.',
    { conflict: ['media.recording'], notFound: ['media.fileDeleted'] },
  ),
  'GET /v1/record_file/:id/waveform': operation(
    'getRecordingWaveform',
    'Get the waveform of a recording',
    'Returns the peak level of at most 400 intervals, for drawing.',
    { conflict: ['media.recording'], notFound: ['media.fileDeleted', 'media.unableToPlay'] },
  ),
  'POST /v1/record_file/:id/ticket': operation(
    'createRecordingTicket',
    'Get a ticket for the sound of a recording',
    'Returns a path with a ticket to listen or to download; both are recorded in the audit log.',
    { conflict: ['media.recording'], notFound: ['media.fileDeleted'] },
  ),
  'GET /v1/record_file/:id/listen': operation(
    'listenToRecording',
    'Listen to a recording',
    'Sends Ogg Opus; supports range requests. Needs a ticket instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], notFound: ['media.fileDeleted'] },
  ),
  'GET /v1/record_file/:id/download': operation(
    'downloadRecording',
    'Download a recording',
    'Sends Ogg Opus as an attachment named by time and subject. Needs a ticket instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], notFound: ['media.fileDeleted'] },
  ),
};
