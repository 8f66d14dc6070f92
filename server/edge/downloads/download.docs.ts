import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const downloadDocs: OperationDocs = {
  'GET /v1/download': operation(
    'listDownloads',
    'List programs to download',
    'Returns the programs of the download page with their files. 404 where the brand has no such page.',
  ),
  'GET /v1/download/:name': operation(
    'downloadProgram',
    'Download a program',
    'Sends the file; supports range requests. At most 120 requests a minute from an address.',
  ),
};
