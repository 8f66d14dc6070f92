import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const appDocs: OperationDocs = {
  'GET /v1/app/:app/manifest': operation(
    'getAppManifest',
    'Get the manifest of a client program',
    'Returns the web app manifest of the console or the call station, with the names and icons of the brand. It has no envelope: a browser reads it.',
  ),
  'GET /v1/app/icon/:file': operation(
    'getAppIcon',
    'Get an icon of the client programs',
    'Sends an icon of the brand as PNG.',
  ),
};
