import { type OperationDocs, operation } from '../../../platform/api/operation.ts';

/** The operations of backups in the description of the API. */
export const backupDocs: OperationDocs = {
  'GET /v1/backup': operation(
    'getBackups',
    'Get backups, their settings and the current activity',
    'Returns the settings, the backups in the folder, and the running backup or trial restore.',
  ),
  'PATCH /v1/backup/settings': operation(
    'updateBackupSettings',
    'Change when and where backups are made',
    'Changes the settings that are sent. A folder that is sent is checked, and a file `.tocsin-backups` marks it: without that file nothing is written there, because the disk may not be mounted.',
    {
      badRequest: ['backup.notAbsolute', 'backup.noFolder', 'backup.inside', 'backup.unwritable'],
      conflict: ['backup.busy', 'backup.notSetUp'],
    },
  ),
  'POST /v1/backup': operation(
    'startBackup',
    'Make a backup now',
    'Starts a backup while the server runs; poll for its progress. It is verified before it gets its name.',
    { conflict: ['backup.busy', 'backup.alarm', 'backup.notSetUp'] },
  ),
  'POST /v1/backup/:name/trial': operation(
    'tryBackup',
    'Restore a backup in trial',
    'Starts a restore into a temporary folder and database, which compares every row and is discarded.',
    { notFound: ['backup.notFound'], conflict: ['backup.busy', 'backup.alarm'] },
  ),
  'POST /v1/backup/:name/ticket': operation(
    'createBackupTicket',
    'Get a ticket for a backup',
    'Returns a path with a ticket to download the file; it is recorded in the audit log.',
    { notFound: ['backup.notFound'] },
  ),
  'GET /v1/backup/:name/download': operation(
    'downloadBackup',
    'Download a backup',
    'Sends the file as an attachment, with its digest in `Repr-Digest` if that is known; supports range requests. A backup holds all data of the site, with hashes of passwords. Needs a ticket instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], notFound: ['backup.notFound'] },
  ),
  'DELETE /v1/backup/:name': operation('deleteBackup', 'Delete a backup', 'Deletes the file.', {
    notFound: ['backup.notFound'],
    conflict: ['backup.busy'],
  }),
};
