import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, beside those of plain entities. */
export const systemDocs: OperationDocs = {
  'GET /healthz': operation(
    'checkHealth',
    'Check that the server runs',
    'Answers 200 as long as the process takes requests; for a watchdog.',
  ),
  'GET /readyz': operation(
    'checkReadiness',
    'Check that the server can work',
    'Answers 200 when the database answers and 503 when it does not; for a load balancer.',
  ),
  'GET /metrics': operation(
    'getMetrics',
    'Get metrics for Prometheus',
    'Gives counters and gauges of the server in the text format of Prometheus.',
  ),
  'GET /v1/brand': operation(
    'getBrand',
    'Get the brand of the installation',
    'Gives names, pictures, colours and layout of the brand that the console shows.',
  ),
  'GET /v1/clock': operation(
    'getClock',
    'Get the time of the server',
    'Gives the wall time, epoch ms, and the time zone of the site, in which schedules run.',
  ),
  'GET /v1/origin': operation(
    'getOrigin',
    'Get where HTTPS is',
    'Says whether this request came by HTTPS, and the port of HTTPS.',
  ),
  'GET /v1/version': operation(
    'getVersion',
    'Get the versions of what runs',
    'Gives the versions of server, Node.js, database and terminal protocol, and the licences of the packages.',
  ),
  'GET /v1/site': operation(
    'getSite',
    'Get what anybody may know of the site',
    'Gives titles, pictures and login rules that a login page needs.',
  ),
  'GET /v1/sys/config': operation(
    'getSystemConfig',
    'Get the system configuration',
    'Gives all settings of the site.',
  ),
  'PATCH /v1/sys/config': operation(
    'updateSystemConfig',
    'Change the system configuration',
    'Changes the settings that are sent; they hold at once, without a restart. New type weights count for sound that starts from now on.',
  ),
  'GET /v1/sys/addresses': operation(
    'getServerAddresses',
    'Get the proposed server addresses',
    'Gives the addresses of remote management and of this server that the actions for terminals begin with.',
  ),
  'GET /v1/preference/:key': operation(
    'getPreference',
    'Get a preference of the caller',
    'Gives what the account keeps under this key, for example a column layout; null: nothing.',
  ),
  'PUT /v1/preference/:key': operation(
    'putPreference',
    'Set a preference of the caller',
    'Keeps any JSON of at most 32 KiB under this key, in place of what was there.',
    { tooLarge: ['common.tooLarge'] },
  ),
  'GET /v1/audit': operation(
    'listAuditEntries',
    'List the audit log',
    'Gives who changed what and when, newest first, with the values before and after. Never holds passwords or secrets.',
  ),
  'POST /v1/audit/export/ticket': operation(
    'createAuditExportTicket',
    'Get a ticket for an export of the audit log',
    'Gives a path with a ticket under which the CSV can be fetched without the token.',
  ),
  'GET /v1/audit/export': operation(
    'exportAuditLog',
    'Export the audit log as CSV',
    'Sends the entries that pass the filters, newest first, read as they are sent. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'GET /v1/online_log': operation(
    'listConnections',
    'List the connections of terminals',
    'Gives when terminals connected and were lost, newest first. Whether one is online now is in its own row.',
  ),
  'POST /v1/online_log/export/ticket': operation(
    'createConnectionExportTicket',
    'Get a ticket for an export of the run log',
    'Gives a path with a ticket under which the CSV can be fetched without the token.',
  ),
  'GET /v1/online_log/export': operation(
    'exportConnections',
    'Export the connections of terminals as CSV',
    'Sends the connections that pass the filters, newest first, read as they are sent. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'PUT /v1/sys/image/:slot': operation(
    'putSiteImage',
    'Set a picture of the site',
    'Takes one PNG as multipart/form-data for a place (logo, login page, console), in place of that of the brand. A logo is 3:1.',
    { badRequest: ['common.pngOnly', 'common.logoRatio', 'media.noFile'], tooLarge: ['common.tooLarge'] },
  ),
  'DELETE /v1/sys/image/:slot': operation(
    'deleteSiteImage',
    'Take back a picture of the site',
    'The picture of the brand is shown again. Done again it changes nothing.',
  ),
  'DELETE /v1/sys/image': operation(
    'deleteSiteImages',
    'Take back all pictures of the site',
    'The pictures of the brand are shown again. Done again it changes nothing.',
  ),
  'GET /v1/site/image/:name': operation(
    'getSiteImage',
    'Get a picture of the site',
    'Sends the PNG. Its name is the hash of its content, so it can be cached for good.',
  ),
  'GET /v1/play_config': operation(
    'getPlayConfig',
    'Get how tasks play by default',
    'Gives volume, resume policy, interval and chimes that a new task has where its body says none.',
  ),
};
